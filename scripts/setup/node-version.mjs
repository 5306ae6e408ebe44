import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT } from './project.mjs';

/** `null` where this Node is new enough for `engines` of package.json, else a sentence for whoever must update it. */
export function whyNodeWillNotDo(version) {
  const { engines } = JSON.parse(readFileSync(join(PROJECT, 'package.json'), 'utf8'));
  const least = engines.node.replace(/^>=\s*/, '');
  if (!isOlder(version, least)) return null;
  return `lex-validator needs Node ${least} or newer, and this is Node ${version} (${process.execPath}).`;
}

function isOlder(version, least) {
  const [a, b] = [version, least].map((text) => text.split('.').map(Number));
  const at = [0, 1, 2].find((place) => a[place] !== b[place]);
  return at !== undefined && a[at] < b[at];
}
