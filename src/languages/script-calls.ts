import { wordsOf } from './words.ts';

/** One program that a package.json script calls. */
export interface ScriptCall {
  /** Its bare name: `jest` for `node node_modules/jest/bin/jest.js` too. */
  program: string;
  /** Options of Node itself, where the script calls the program through it. */
  nodeOptions: string[];
  args: string[];
  env: Record<string, string>;
}

/** What a shell would do more than run commands one after another: then only the project itself can say what is meant. */
const SHELL = /[|;<>`$()\n]|(?<!&)&(?!&)/;

/** Programs that only stand in front of another one and change nothing of what we look at. */
const WRAPPERS = new Set(['npx', 'cross-env', 'c8', 'nyc', 'env']);

/** The programs of a script in order; `null` for a script that needs a shell. */
export function callsOf(script: string): ScriptCall[] | null {
  if (SHELL.test(script)) return null;
  return script.split('&&').map((segment) => toCall(wordsOf(segment)));
}

function toCall(words: string[]): ScriptCall {
  const env: Record<string, string> = {};
  const rest = [...words];
  for (let word = rest[0]; word !== undefined; word = rest[0]) {
    const assignment = /^([A-Za-z_]\w*)=(.*)$/s.exec(word);
    if (assignment !== null) env[assignment[1] ?? ''] = assignment[2] ?? '';
    else if (!WRAPPERS.has(word)) break;
    rest.shift();
  }
  const [program = '', ...args] = rest;
  return program === 'node' ? throughNode(args, env) : { program: bareName(program), nodeOptions: [], args, env };
}

/** `node --flag script.js args` is a call of the script; `node --test` is one of Node's own runner. */
function throughNode(args: string[], env: Record<string, string>): ScriptCall {
  const at = args.findIndex((arg) => /(?:^|\/)node_modules\//.test(arg));
  const script = args[at];
  if (args.includes('--test') || script === undefined) return { program: 'node', nodeOptions: [], args, env };
  return { program: bareName(script), nodeOptions: args.slice(0, at), args: args.slice(at + 1), env };
}

function bareName(program: string): string {
  return (program.split('/').at(-1) ?? '').replace(/\.[cm]?js$/, '');
}
