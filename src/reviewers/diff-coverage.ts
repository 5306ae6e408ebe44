import { readUnifiedDiff, type DiffFile } from './unified-diff.ts';

/** In bytes of UTF-8: what one reviewer is shown at most. About 30,000 tokens, which every model of today can hold. */
export const MAX_DIFF_BYTES = 120_000;
/** In bytes: beyond this a diff is not even taken apart. */
const MAX_READABLE_BYTES = 20_000_000;

/** Written by package managers, never by hand. Exact names only: a pattern here would be a way to hide code. */
const LOCK_FILES = new Set([
  'Gemfile.lock',
  'package-lock.json',
  'npm-shrinkwrap.json',
  'yarn.lock',
  'pnpm-lock.yaml',
  'bun.lock',
  'poetry.lock',
  'Pipfile.lock',
  'uv.lock',
  'pdm.lock',
  'Cargo.lock',
  'composer.lock',
  'go.sum',
]);

/** Contents that are looked at or listened to. All else that git will not show could be code. */
const MEDIA = /\.(?:png|jpe?g|gif|webp|avif|ico|bmp|pdf|woff2?|ttf|otf|mp3|mp4|ogg|wav|webm)$/i;

/** What a reviewer gets to see: every changed line, or a list of the files that are only named and why. */
export type DiffCoverage =
  { kind: 'whole'; text: string; files: DiffFile[]; named: string[] } | { kind: 'unreviewable'; because: string };

/**
 * Decides whether the diff can be shown so that an approval covers all of it. Nothing is ever cut: lock files are named
 * instead of shown only when the diff would not fit otherwise; media files have nothing to read; all else must fit.
 */
export function coverDiff(diff: string): DiffCoverage {
  if (diff.trim() === '') return unreviewable('the change is empty: there is nothing to review');
  const bytes = Buffer.byteLength(diff);
  if (bytes > MAX_READABLE_BYTES) return tooLarge(bytes);
  const reading = readUnifiedDiff(diff);
  if (reading.kind === 'unreadable') return unreviewable(`the diff cannot be read: ${reading.because}`);

  const opaque = reading.files.filter((file) => file.binary && !isMedia(file));
  if (opaque.length > 0) return unreviewable(`git does not show the contents of ${listed(opaque)}`);
  const media = reading.files.filter((file) => file.binary).map((file) => `${file.path} (media, contents not shown)`);
  return fit(reading.files, bytes, media);
}

function fit(files: DiffFile[], bytes: number, media: string[]): DiffCoverage {
  if (bytes <= MAX_DIFF_BYTES) return { kind: 'whole', text: textOf(files), files, named: media };
  const text = textOf(files.filter((file) => !isLockFile(file)));
  if (Buffer.byteLength(text) > MAX_DIFF_BYTES) return tooLarge(Buffer.byteLength(text));
  const locks = files
    .filter(isLockFile)
    .map((file) => `${file.path} (lock file, ${file.lines.length} lines not shown)`);
  return { kind: 'whole', text, files, named: [...locks, ...media] };
}

const textOf = (files: DiffFile[]): string => files.map((file) => file.text).join('\n');

/** Under both names, as a plain file: a rename from or to a lock file, or a link of that name, is shown. */
function isLockFile({ path, from, text }: DiffFile): boolean {
  const plain = !/^(?:old|new|deleted file|new file) mode (?!100644)|^index \S+ (?!100644)/m.test(headOf(text));
  return plain && [path, from ?? path].every((name) => LOCK_FILES.has(name.split('/').at(-1) ?? ''));
}

const headOf = (text: string): string => text.split('\n@@ ', 1)[0] ?? '';

const isMedia = ({ path, from }: DiffFile): boolean => [path, from ?? path].every((name) => MEDIA.test(name));

const listed = (files: DiffFile[]): string => {
  const more = files.length > 5 ? ` and ${files.length - 5} more` : '';
  return (
    files
      .slice(0, 5)
      .map(({ path }) => path)
      .join(', ') + more
  );
};

const unreviewable = (because: string): DiffCoverage => ({ kind: 'unreviewable', because });

const tooLarge = (bytes: number): DiffCoverage =>
  unreviewable(`the diff is too large to be read whole (${bytes} bytes of at most ${MAX_DIFF_BYTES})`);
