import type { FileView, SideView } from '../file-view.ts';
import { loosenings, NO_SETTINGS, type LinterSettings } from '../linter-settings.ts';
import { readRubocopSettings } from '../linter-settings-rubocop.ts';
import { readEslintSettings, readIgnoreFile, readPythonSettings } from '../linter-settings-text.ts';
import type { Hit, TextRule } from '../scan-rule.ts';
import { changed } from './line-rules.ts';

const READERS: readonly (readonly [RegExp, (side: SideView) => LinterSettings | null])[] = [
  [/(?:^|\/)\.?rubocop[\w.-]*\.ya?ml$/u, ({ text }) => readRubocopSettings(text)],
  [/(?:^|\/)(?:\.eslintrc(?:\.\w+)?|eslint\.config\.\w+)$/u, readEslintSettings],
  [/(?:^|\/)\.eslintignore$/u, readIgnoreFile],
  [/(?:^|\/)(?:\.?ruff\.toml|\.flake8|\.?pylintrc|mypy\.ini)$/u, (side) => readPythonSettings(side, true)],
  [/(?:^|\/)(?:pyproject\.toml|setup\.cfg|tox\.ini)$/u, (side) => readPythonSettings(side, false)],
];
const WAY_OUT =
  'A change must not loosen the linter that judges it. Mend the code, or let a person change these settings in a change of its own.';
const MOST = 10;

/** A project's first settings are where it begins to lint: a person should look. Settings in a folder below take from those above. */
function look(view: FileView): Hit[] {
  const read = READERS.find(([path]) => path.test(view.path))?.[1];
  if (read === undefined || view.after === null) return [];
  const after = read(view.after);
  const before = view.before === null ? NO_SETTINGS : read(view.before);
  if (before === null) return [];
  const isFirst = view.before === null && !view.path.includes('/');
  const found = after === null ? ['makes the settings unreadable'] : loosenings(before, after);
  return found.slice(0, MOST).map((what) => ({
    ...placeOf(view.after, what),
    ...(isFirst && { level: 'note' as const }),
    why: `The change ${what}. ${WAY_OUT}`,
  }));
}

function placeOf(side: SideView | null, what: string): Hit {
  const name = what.split(' ').at(-1) ?? '';
  const start = what.startsWith('switches')
    ? (side?.text.indexOf(what.split(' ')[1] ?? name) ?? -1)
    : (side?.text.indexOf(name) ?? -1);
  return { side: 'new', ...(start >= 0 && { start, end: start + 1 }) };
}

const COP = 'Style/Foo:\n  Enabled: false\n';
const FLAT = 'export default [js.configs.recommended, { rules: {} }];\n';

/** A change that switches off its own judge. */
export const LINTER_RULES: readonly TextRule[] = [
  {
    id: 'gate/linter-loosened',
    level: 'blocking',
    why: WAY_OUT,
    wholeFile: true,
    ofAChange: true,
    look,
    flags: [
      changed('.rubocop.yml', 'a: b\n', `a: b\n${COP}`),
      changed('.rubocop.yml', 'a: b\n', 'a: b\nLint:\n  Enabled: false\n'),
      changed('.rubocop.yml', 'a: b\n', "AllCops:\n  Exclude:\n    - 'lib/ledger.rb'\n"),
      changed('.rubocop.yml', 'a: b\n', "Lint/Foo:\n  Exclude:\n    - 'lib/**/*'\n"),
      changed('.rubocop.yml', 'a: b\n', 'a: b\ninherit_from: .loose.yml\n'),
      changed('.rubocop.yml', 'Metrics/AbcSize:\n  Max: 17\n', 'Metrics/AbcSize:\n  Max: 170\n'),
      changed('.rubocop.yml', 'a: b\n', "a: b\nAllCops:\n  Include:\n    - 'spec/**/*'\n"),
      changed('.rubocop.yml', COP, `${COP}Lint/Bar:\n  Enabled: false\n`),
      changed('.rubocop.yml', COP, 'Lint/Bar:\n  Enabled: false\n'),
      changed(
        '.rubocop_todo.yml',
        'Lint/Foo:\n  Exclude:\n    - a.rb\n',
        'Lint/Foo:\n  Exclude:\n    - a.rb\n    - b.rb\n',
      ),
      changed('lib/.rubocop.yml', null, COP),
      changed('eslint.config.js', FLAT, FLAT.replace('{}', "{ 'no-var': 'off' }")),
      changed('eslint.config.js', FLAT, FLAT.replace('{}', "{ 'no-var': 0 }")),
      changed('eslint.config.js', FLAT, FLAT.replace('js.configs.recommended, ', '')),
      changed('eslint.config.js', FLAT, FLAT.replace(']', ", { ignores: ['src/split.js'] }]")),
      changed('src/eslint.config.js', null, "export default [{ rules: { 'no-var': ['off'] } }];\n"),
      changed('.eslintrc.json', '{"rules":{}}', '{"rules":{"no-var":"off"}}'),
      changed('.eslintrc.yml', 'rules: {}\n', 'rules:\n  no-var: off\n'),
      changed('.eslintignore', 'dist\n', 'dist\nsrc/split.js\n'),
      changed('ruff.toml', 'ignore = ["E501"]\n', 'ignore = ["E501", "F401"]\n'),
      changed(
        'pyproject.toml',
        '[tool.ruff.lint]\nselect = ["E"]\n',
        '[tool.ruff.lint]\nselect = ["E"]\nignore = [\n  "F401",\n]\n',
      ),
      changed('.flake8', '[flake8]\n', '[flake8]\nextend-ignore = E501\n'),
    ],
    ignores: [
      changed('.rubocop.yml', COP, COP),
      changed('.rubocop.yml', COP, 'Style/NewName:\n  Enabled: false\n'),
      changed('.rubocop.yml', COP, 'Layout/Foo:\n  Enabled: false\n'),
      changed('.rubocop.yml', COP, 'Style/Foo:\n  Enabled: true\n'),
      changed('.rubocop.yml', 'a: b\n', "AllCops:\n  Exclude:\n    - 'vendor/**/*'\n"),
      changed('.rubocop.yml', "AllCops:\n  Exclude:\n    - 'lib/a.rb'\n", "AllCops:\n  Exclude:\n    - 'lib/b.rb'\n"),
      changed('.rubocop.yml', 'Metrics/AbcSize:\n  Max: 170\n', 'Metrics/AbcSize:\n  Max: 17\n'),
      changed('.rubocop.yml', 'inherit_from: .rubocop_todo.yml\n', 'a: b\n'),
      changed('lib/.rubocop.yml', null, 'inherit_from: ../.rubocop.yml\n'),
      changed('eslint.config.js', FLAT, `// 'no-var': 'off'\n${FLAT}`),
      changed('eslint.config.js', FLAT, FLAT.replace('recommended', 'all')),
      changed('eslint.config.js', FLAT, FLAT.replace('{}', "{ indent: ['error', 0], 'max-len': 0 }")),
      changed('eslint.config.js', FLAT, FLAT.replace(']', ", { ignores: ['dist/'] }]")),
      changed('pyproject.toml', '[project]\n', '[project]\n[tool.setuptools]\nexclude = ["src/a.py"]\n'),
      changed('ruff.toml', 'ignore = ["E501"]\n', 'ignore = []\n'),
    ],
  },
];
