import type { EvidenceReference, Outcome } from '../domain/check.ts';
import type { Artifacts, Checkout, CommandRun } from './ports.ts';

interface Circumstances {
  checkout: Checkout;
  run: CommandRun;
  kind: 'tests' | 'lint';
  command: readonly string[];
  /** Names of files that configure the tool. */
  configures: RegExp | undefined;
  artifacts: Artifacts;
}

/** Adds what a reader of the verdict must know beside the judgement, and where the whole output is. */
export async function toldBeside(outcome: Outcome, told: Circumstances): Promise<Outcome> {
  if (outcome.status === 'skipped') return outcome;
  const { output } = told.run;
  const evidence: EvidenceReference[] =
    output === '' ? [] : [await told.artifacts.store(told.kind === 'lint' ? 'lint output' : 'test output', output)];
  return {
    ...outcome,
    notes: [...(outcome.notes ?? []), ...sandboxNotes(told.run), ...configurationNotes(told)],
    evidence: [...(outcome.evidence ?? []), ...evidence],
  };
}

function sandboxNotes({ end, sandboxed }: CommandRun): string[] {
  if (sandboxed || end.kind === 'tool-missing' || end.kind === 'sandbox-failed') return [];
  return ['ran without a sandbox: bubblewrap is not to be had on the worker'];
}

/** Tools read their configuration from the change itself, which a person should know of when the change edits it; so with a script that an own command names. */
function configurationNotes({ checkout, configures, command, kind }: Circumstances): string[] {
  const touched = checkout.changedFiles.flatMap((file) => [file.path, ...(file.from === undefined ? [] : [file.from])]);
  const edited = [...new Set(touched)]
    .filter((path) => configures?.test(path) === true || command.includes(path))
    .slice(0, 10);
  const rules = touched.includes('.lex-validator.yml')
    ? ['the change edits .lex-validator.yml: that counts from the next change on']
    : [];
  if (edited.length === 0) return rules;
  return [
    ...rules,
    `the change itself edits what configures the ${kind === 'lint' ? 'linter' : 'tests'}: ${edited.join(', ')}`,
  ];
}
