import type { FileView } from '../file-view.ts';
import { parseJson } from '../parse-json.ts';
import type { Hit, TextRule } from '../scan-rule.ts';
import { changed, linesMatching, when } from './line-rules.ts';

const PACKAGE = /(?:^|\/)package\.json$/u;
const EMPTY_COMMAND = /^\s*(?:true|:|exit(?:\s+0)?|echo\b[^&|;]*)\s*$|\|\|\s*(?:true|:|exit\s+0)\s*$/u;
const NOT_MADE_YET = /no test specified/u;

/** The `scripts` of a package.json; none where it cannot be read. */
export function packageScripts(text: string | undefined): Record<string, string> {
  const read = parseJson(text ?? '');
  const scripts: unknown = typeof read === 'object' && read !== null && 'scripts' in read ? read.scripts : null;
  if (typeof scripts !== 'object' || scripts === null) return {};
  return Object.fromEntries(
    Object.entries(scripts).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}

/** Where a script stands in the file, for the line of the finding. */
export function scriptHit(view: FileView, name: string, extra: Partial<Hit> = {}): Hit {
  const start = view.after?.text.indexOf(`"${name}"`) ?? -1;
  return { side: 'new', ...(start >= 0 && { start, end: start + name.length }), ...extra };
}

function emptiedScripts(view: FileView): Hit[] {
  const before = packageScripts(view.before?.text);
  return Object.entries(packageScripts(view.after?.text))
    .filter(
      ([name, script]) =>
        /^(?:pre|post)?(?:test|lint|check|types|typecheck)(?::|$)/u.test(name) && EMPTY_COMMAND.test(script),
    )
    .filter(
      ([name]) => before[name] !== undefined && !EMPTY_COMMAND.test(before[name]) && !NOT_MADE_YET.test(before[name]),
    )
    .map(([name]) => scriptHit(view, name));
}

/** Files that decide how checks run: a change here is told even where it is right. */
export const GATE_SETTING_RULES: readonly TextRule[] = [
  {
    id: 'gate/script-emptied',
    level: 'blocking',
    why: 'The command that tested or linted now does nothing, or forgives every failure. Put it back.',
    wholeFile: true,
    look: when(PACKAGE, emptiedScripts),
    flags: [
      changed('package.json', '{"scripts":{"test":"jest"}}', '{"scripts":{"test":"exit 0"}}'),
      changed('package.json', '{"scripts":{"lint":"eslint ."}}', '{"scripts":{"lint":"eslint . || true"}}'),
    ],
    ignores: [
      changed('package.json', '{"scripts":{"test":"jest"}}', '{"scripts":{"test":"vitest run"}}'),
      changed('package.json', null, '{"scripts":{"test":"echo none"}}'),
    ],
  },
  {
    id: 'gate/runner-blinded',
    level: 'blocking',
    why: 'The runner would report success without running, or whatever failed. Take the option out.',
    look: when(
      /(?:^|\/)(?:\.rspec(?:-local)?|pytest\.ini|tox\.ini|setup\.cfg|pyproject\.toml|\.mocharc\.\w+|jest\.config\.\w+|vitest\.config\.\w+)$/u,
      (view) =>
        linesMatching(
          view,
          /--dry-run\b|--failure-exit-code[ =]0\b|--collect-only\b|(?:^|\s)--co\b|--forbid-nothing|--no-fail\b/u,
          (line) => (/^\s*[#;]/u.test(line) ? null : undefined),
        ),
    ),
    flags: [
      changed('.rspec', '--require spec_helper\n', '--require spec_helper\n--dry-run\n'),
      changed('.rspec', null, '--failure-exit-code 0\n'),
      changed('pytest.ini', null, '[pytest]\naddopts = --collect-only\n'),
    ],
    ignores: [
      changed('.rspec', null, '--require spec_helper\n--format documentation\n'),
      changed('pytest.ini', null, '# --collect-only\n'),
    ],
  },
  {
    id: 'gate/runner-narrowed',
    level: 'note',
    why: 'Fewer tests may run than before. A person should look at it.',
    look: when(
      /(?:^|\/)(?:\.rspec(?:-local)?|pytest\.ini|tox\.ini|setup\.cfg|pyproject\.toml|\.mocharc\.\w+|package\.json)$/u,
      (view) =>
        linesMatching(
          view,
          /--(?:tag|pattern|exclude-pattern|deselect|ignore|passWithNoTests)\b|passWithNoTests|testPathIgnorePatterns|(?:^|\s)-k\s/u,
        ),
    ),
    flags: [
      changed('.rspec', null, '--tag ~slow\n'),
      changed('pytest.ini', null, '[pytest]\naddopts = --ignore=tests/slow\n'),
    ],
    ignores: [changed('.rspec', null, '--color\n')],
  },
  {
    id: 'gate/linter-blinded',
    level: 'blocking',
    why: 'The linter would look at nothing. Mend what it found instead.',
    look: when(
      /(?:^|\/)(?:\.rubocop\.yml|\.eslintignore|\.eslintrc(?:\.\w+)?|eslint\.config\.\w+|\.flake8|ruff\.toml|\.pylintrc)$/u,
      (view) =>
        linesMatching(
          view,
          /^\s*DisabledByDefault:\s*true|^\s*-\s*['"]?(?:\.\/)?\*\*(?:\/\*)?['"]?\s*$|^(?:\*|\*\*\/\*|\.)\s*$|ignore(?:s|Patterns)\s*:\s*\[\s*['"](?:\*\*(?:\/\*)?|\*|\.)['"]/u,
        ),
    ),
    flags: [
      changed('.rubocop.yml', null, 'AllCops:\n  DisabledByDefault: true\n'),
      changed('.rubocop.yml', null, "AllCops:\n  Exclude:\n    - '**/*'\n"),
      changed('eslint.config.js', null, "export default [{ ignores: ['**/*'] }]\n"),
    ],
    ignores: [changed('.rubocop.yml', null, "AllCops:\n  Exclude:\n    - 'vendor/**/*'\n")],
  },
  {
    id: 'gate/compiler-loosened',
    level: 'note',
    why: 'The compiler or type checker looks less closely than it could. A person should look at it.',
    look: when(/(?:^|\/)(?:tsconfig[\w.]*\.json|pyproject\.toml|setup\.cfg|mypy\.ini)$/u, (view) =>
      linesMatching(
        view,
        /"(?:strict|noImplicit\w+|strictNullChecks|noUnused\w+)"\s*:\s*false|ignore_errors\s*=\s*True/iu,
      ),
    ),
    flags: [
      changed('tsconfig.json', null, '{"compilerOptions":{"strict": false}}'),
      changed('mypy.ini', null, '[mypy]\nignore_errors = True\n'),
    ],
    ignores: [changed('tsconfig.json', null, '{"compilerOptions":{"strict": true}}')],
  },
  {
    id: 'gate/rules-of-the-house',
    level: 'note',
    why: 'The file tells this gate, the linters or an agent what to do. The gate reads its own from the base commit; a person should look at it.',
    wholeFile: true,
    look: when(
      /(?:^|\/)(?:\.lex-validator\.ya?ml|\.rubocop_todo\.yml|AGENTS\.md|CLAUDE\.md|GEMINI\.md|\.cursorrules|\.windsurfrules|\.mcp\.json|copilot-instructions\.md|CODEOWNERS)$|(?:^|\/)\.(?:cursor|claude)\//iu,
      () => [{ side: 'new' }],
    ),
    flags: [changed('.lex-validator.yml', 'a: b\n', 'tests: "true"\n'), changed('AGENTS.md', null, 'Be kind.\n')],
    ignores: [changed('README.md', null, 'Hello.\n')],
  },
  {
    id: 'gate/hidden-from-diffs',
    level: 'note',
    why: 'Files that match are no longer shown in a diff. A person should look at it.',
    look: when(/(?:^|\/)\.gitattributes$/u, (view) =>
      linesMatching(view, /\s(?:-diff|-text|binary|linguist-generated(?:=true)?|filter=)/u, (line) =>
        /^\s*#/u.test(line) || /\.(?:png|jpe?g|gif|ico|woff2?|pdf|lock)\s/iu.test(line) ? null : undefined,
      ),
    ),
    flags: [
      changed('.gitattributes', null, 'lib/*.rb -diff\n'),
      changed('.gitattributes', null, 'src/** linguist-generated=true\n'),
    ],
    ignores: [changed('.gitattributes', null, '*.png binary\n* text=auto\n')],
  },
];
