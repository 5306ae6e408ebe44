import { baseName, extension } from '../code-language.ts';
import type { FileView } from '../file-view.ts';
import type { Hit, TextRule } from '../scan-rule.ts';
import { changed, linesMatching } from './line-rules.ts';

const NAME = String.raw`(?:[\w.-]*[_.-])?(?:password|passwd|passphrase|secret|secret_?key(?:_base)?|api_?key|access_?key|auth_?token|access_?token|private_?key|client_?secret|token)`;
const ASSIGNED = new RegExp(
  String.raw`^\s*(?:export\s+|-\s*)?["']?${NAME}["']?\s*[:=]\s*["']?([^\s"'#]{8,})["']?\s*,?\s*(?:#.*)?$`,
  'iu',
);
const MIXED = /^(?=.*[A-Za-z])(?=.*[0-9!@#^&*+=?~])/u;
const HARMLESS =
  /[%{}<>$()[\]|\\]|example|change|placeholder|redacted|dummy|sample|your|xxx|\*\*\*|\.\.\.|insert|fixme|todo|test|localhost|vault:|^(?:https?:|\/|\.|!|arn:|projects\/|ref\+)|^[A-Z][A-Z0-9_]*$|^[a-z]+(?:[-_./:][a-z]+)*[0-9]?$|^(?:true|false|null|none)$/iu;
const SHOWN = /example|sample|template|dist$|\.erb$|defaults?$/iu;

function isSettings(path: string): boolean {
  const name = baseName(path);
  return (
    (name.startsWith('.env') ||
      ['ini', 'properties', 'cfg', 'conf', 'toml', 'yml', 'yaml', 'tfvars', 'env'].includes(extension(path))) &&
    !SHOWN.test(name)
  );
}

function look(view: FileView): Hit[] {
  if (!isSettings(view.path)) return [];
  return linesMatching(view, ASSIGNED, (line) => {
    const value = ASSIGNED.exec(line)?.[1] ?? '';
    return MIXED.test(value) && !HARMLESS.test(value) ? undefined : null;
  }).map((hit) => ({ ...hit, secret: true }));
}

const VALUE = ['s3cr3t', 'Pa55word'].join('!');

/** `DB_PASSWORD=…` where there is no syntax tree to ask. */
export const CONFIGURED_SECRET_RULES: readonly TextRule[] = [
  {
    id: 'secret/in-settings',
    level: 'blocking',
    why: 'A credential is written in a settings file. Read it from the environment or a vault, and change it.',
    noteInTests: true,
    look,
    flags: [
      changed('.env', null, `DB_PASSWORD=${VALUE}\n`),
      changed('config/database.yml', null, `production:\n  password: "${VALUE}"\n`),
    ],
    ignores: [
      changed('.env.example', null, `DB_PASSWORD=${VALUE}\n`),
      changed('config/database.yml', null, 'password: <%= ENV["P4SS"] %>\n'),
      changed('a.yml', null, 'token: ${{ secrets.TOKEN1 }}\n'),
      changed('a.yml', null, 'token_name: abcdefgh12\n'),
    ],
  },
];
