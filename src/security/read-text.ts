import { isAsset, isSource } from './file-kind.ts';
import { codeLanguage } from './code-language.ts';
import { MOST_PARSED_BYTES } from './syntax-tree.ts';

/** Text without a grammar is read in linear time: lock files and data may be larger than code. */
export const MOST_TEXT_BYTES = 8 * 1024 * 1024;

/** What the bytes of a file are to the scan. */
export type Content =
  | { kind: 'text'; text: string }
  | { kind: 'binary' }
  | { kind: 'hidden-binary' }
  | { kind: 'too-large'; because: string };

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

function tooLarge(bytes: number, limit: number): Content {
  return { kind: 'too-large', because: `it is too large to scan (${bytes} bytes, the limit is ${limit})` };
}

/**
 * Bytes that are not UTF-8 are read all the same, with replacement characters: rules look for ASCII.
 * A NUL byte is no part of any source, and makes Git show a file as binary, which hides it from every reviewer.
 */
export function readText(path: string, bytes: Uint8Array): Content {
  if (bytes.includes(0)) return isSource(path) && !isAsset(path) ? { kind: 'hidden-binary' } : { kind: 'binary' };
  if (bytes.byteLength > MOST_TEXT_BYTES) return tooLarge(bytes.byteLength, MOST_TEXT_BYTES);
  const text = decoder.decode(bytes);
  return codeLanguage(path, text) !== null && bytes.byteLength > MOST_PARSED_BYTES
    ? tooLarge(bytes.byteLength, MOST_PARSED_BYTES)
    : { kind: 'text', text };
}
