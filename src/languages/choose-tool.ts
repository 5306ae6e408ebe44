import { profileOf } from './all-languages.ts';
import type {
  InstallNetwork,
  InstallStep,
  LanguageProfile,
  RepositoryView,
  ToolChoice,
  ToolCommand,
} from './language-profile.ts';
import { readRepositoryRules } from './repository-rules.ts';
import type { LintFormat, TestFormat } from '../tool-output/formats.ts';

/** A repository at the merge base and at the pushed commit. */
export interface RepositorySides {
  base: RepositoryView;
  head: RepositoryView;
}

export interface ToolRequest {
  sides: RepositorySides;
  language: string | null;
  network: InstallNetwork;
}

export type Plan<Format extends string> =
  | { kind: 'run'; tool: ToolCommand<Format>; install?: InstallStep; profile?: LanguageProfile }
  | { kind: 'unjudged'; because: string };

/**
 * A change must not choose how it is judged: the repository's own rules and the choice of the runner are read from the merge base,
 * and from the pushed commit only where the base has no set-up at all.
 */
export function planTests(request: ToolRequest): Plan<TestFormat> {
  return plan(request, 'tests', (profile, { base, head }) => {
    return (
      profile.tests(base, head.files) ??
      profile.tests(head, head.files) ?? { kind: 'run', tool: profile.defaultTests(head.files) }
    );
  });
}

export function planLint(request: ToolRequest): Plan<LintFormat> {
  return plan(
    request,
    'lint',
    (profile, { base, head }) => profile.lint(base, head.files) ?? profile.lint(head, head.files),
  );
}

type Kind = 'tests' | 'lint';
type Format<K extends Kind> = K extends 'tests' ? TestFormat : LintFormat;
type Choose<K extends Kind> = (profile: LanguageProfile, sides: RepositorySides) => ToolChoice<Format<K>> | undefined;

function plan<K extends Kind>(request: ToolRequest, kind: K, choose: Choose<K>): Plan<Format<K>> {
  const { sides, language, network } = request;
  const read = readRepositoryRules(sides.base.read('.lex-validator.yml'));
  if (read.kind === 'wrong') return { kind: 'unjudged', because: read.because };
  const profile = profileOf(language, sides.base.files) ?? profileOf(language, sides.head.files);
  const install = read.rules.install ?? profile?.install(sides.head, network);
  const own = read.rules[kind] as ToolCommand<Format<K>> | undefined;
  if (own !== undefined) return { kind: 'run', tool: own, install, profile };
  if (profile === undefined) return { kind: 'unjudged', because: `${unknownLanguage(language)}; ${advice(kind)}` };
  const choice = choose(profile, sides);
  if (choice?.kind === 'run') return { kind: 'run', tool: choice.tool, install, profile };
  const because = choice?.because ?? `no ${kind === 'lint' ? 'linter' : 'test runner'} of the project's own was found`;
  return { kind: 'unjudged', because: `${because}; ${advice(kind)}` };
}

function unknownLanguage(language: string | null): string {
  const name = (language ?? '').trim();
  if (name === '' || name.toLowerCase() === 'unknown')
    return 'the language of the repository could not be told from its files';
  return `there is no profile for the language ${name.slice(0, 100)}`;
}

function advice(kind: Kind): string {
  return `say \`${kind}.command\` and \`${kind}.report\` in .lex-validator.yml on the default branch`;
}
