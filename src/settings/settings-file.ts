import { existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { resolve } from 'node:path';
import { parseDocument } from 'yaml';
import { InvalidSettings } from './invalid-settings.ts';
import { isTree, type Tree } from './setting-tree.ts';

const FILE_NAME = 'lex-validator.yml';
/** Names that a person may have meant; settings that nobody reads are worse than none. */
const NEARLY_FILE_NAMES = ['lex-validator.yaml', 'lex_validator.yml', '.lex-validator.yaml'];
const MOST_BYTES = 1_048_576;
/** How often an alias may be followed, so that a small file cannot become a huge one. */
const MOST_ALIASES = 100;

export interface SettingsSource {
  /** `--settings`. */
  file?: string | undefined;
  env: NodeJS.ProcessEnv;
  cwd: string;
}

/**
 * The settings file in use: the argument, else `LEX_VALIDATOR_SETTINGS`, else `lex-validator.yml` in the working folder.
 * `null` where nobody named one and none is there. Throws `InvalidSettings` for one that is nearly named right.
 */
export function findSettingsFile({ file, env, cwd }: SettingsSource): string | null {
  const named = file ?? said(env.LEX_VALIDATOR_SETTINGS);
  if (named !== undefined) return resolve(cwd, expandHome(named, env));
  const usual = resolve(cwd, FILE_NAME);
  if (existsSync(usual)) return usual;
  const nearly = NEARLY_FILE_NAMES.find((name) => existsSync(resolve(cwd, name)));
  if (nearly === undefined) return null;
  throw new InvalidSettings(null, [
    { key: '', problem: `${nearly} is not read: rename it to ${FILE_NAME}, or name it with --settings` },
  ]);
}

/** Reads YAML, of which JSON is a part. Throws `InvalidSettings` for what cannot be read as one tree. */
export function readSettingsFile(file: string): Tree {
  const document = parseDocument(readText(file), { logLevel: 'error' });
  const broken = [...document.errors, ...document.warnings];
  if (broken.length > 0) throw unusable(file, ...broken.map((error) => `is not YAML: ${firstLine(error.message)}`));
  const tree = toTree(file, () => document.toJS({ maxAliasCount: MOST_ALIASES }) as unknown) ?? {};
  if (!isTree(tree)) throw unusable(file, 'must be a tree of keys and values');
  return tree;
}

/** `~` and `~/…` as the home of the environment; every other path as it is. */
export function expandHome(path: string, env: NodeJS.ProcessEnv): string {
  return /^~(?=\/|$)/.test(path) ? `${said(env.HOME) ?? homedir()}${path.slice(1)}` : path;
}

/** A variable that is set to nothing is not set: compose files and CI systems write them so. */
export function said(value: string | undefined): string | undefined {
  return value === undefined || value.trim() === '' ? undefined : value.trim();
}

function readText(file: string): string {
  let bytes: Buffer;
  try {
    bytes = readFileSync(file);
  } catch (error) {
    const { code } = error as { code?: string };
    throw unusable(
      file,
      code === 'ENOENT'
        ? 'there is no such file: check --settings and LEX_VALIDATOR_SETTINGS'
        : `it cannot be read (${code ?? 'unknown'})`,
    );
  }
  if (bytes.length > MOST_BYTES) throw unusable(file, `is longer than ${MOST_BYTES} bytes`);
  return bytes.toString('utf8');
}

function toTree(file: string, read: () => unknown): unknown {
  try {
    return read();
  } catch (error) {
    throw unusable(file, `is not YAML: ${firstLine((error as Error).message)}`);
  }
}

/** A message whose first line announces the lines that it quotes below. */
function firstLine(message: string): string {
  return (message.split('\n')[0] ?? '').replace(/:$/, '');
}

function unusable(file: string, ...problems: string[]): InvalidSettings {
  return new InvalidSettings(
    file,
    problems.map((problem) => ({ key: '', problem })),
  );
}
