import { z } from 'zod';
import type { RepositoryView } from './language-profile.ts';
import { callsOf } from './script-calls.ts';
import type { ScriptCall } from './script-calls.ts';

const texts = z.record(z.string(), z.string()).optional().catch(undefined);

const packageJson = z.object({
  scripts: texts,
  dependencies: texts,
  devDependencies: texts,
  optionalDependencies: texts,
  peerDependencies: texts,
});
export type PackageJson = z.infer<typeof packageJson>;

/** A package.json that is not there or cannot be read says nothing; its own tools will say what is wrong with it. */
export function readPackageJson(view: RepositoryView): PackageJson {
  try {
    return packageJson.parse(JSON.parse(view.read('package.json') ?? '{}'));
  } catch {
    return {};
  }
}

/** The declared range of a package that the project installs, such as `^9.1.0`. */
export function rangeOf(pkg: PackageJson, name: string): string | undefined {
  return pkg.devDependencies?.[name] ?? pkg.dependencies?.[name] ?? pkg.optionalDependencies?.[name];
}

/** Whether anything is to be installed at all. */
export function hasDependencies(pkg: PackageJson): boolean {
  return [pkg.dependencies, pkg.devDependencies, pkg.optionalDependencies, pkg.peerDependencies].some(
    (one) => Object.keys(one ?? {}).length > 0,
  );
}

/** Steps that may stand before a runner without changing what it runs. */
const HARMLESS = new Set(['eslint', 'prettier', 'tsc', 'xo', 'standard', 'biome', 'publint', 'knip']);

export type ScriptReading =
  | { kind: 'none' }
  | { kind: 'call'; call: ScriptCall }
  /** A script that we cannot run faithfully: it needs a shell, builds first, or calls another tool. */
  | { kind: 'other'; script: string };

/** The first call in a script that is `wanted`, where nothing before it could matter. */
export function readScript(pkg: PackageJson, name: string, wanted: (call: ScriptCall) => boolean): ScriptReading {
  const script = pkg.scripts?.[name];
  if (script === undefined || /no test specified/.test(script)) return { kind: 'none' };
  const calls = callsOf(script) ?? [];
  const at = calls.findIndex(wanted);
  const call = calls[at];
  const before = calls.slice(0, at);
  const isAlone = pkg.scripts?.[`pre${name}`] === undefined && before.every((one) => isHarmless(one));
  return call !== undefined && isAlone ? { kind: 'call', call } : { kind: 'other', script };
}

/** A compiler that writes files is a build step, and the tests may need what it writes. */
function isHarmless(call: ScriptCall): boolean {
  return HARMLESS.has(call.program) && (call.program !== 'tsc' || call.args.includes('--noEmit'));
}
