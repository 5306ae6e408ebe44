import { z } from 'zod';
import type { FileView, SideView } from '../file-view.ts';
import { parseJson } from '../parse-json.ts';
import type { Hit, TextRule } from '../scan-rule.ts';
import { nodesMatching } from '../tree-nodes.ts';
import { changed } from './line-rules.ts';

/** Packages that run the tests, assert in them or lint: what a change is judged with. */
const JUDGES =
  /^(?:jest|vitest|eslint|expect|chai|mocha|babel-jest|ts-jest|@swc\/jest|(?:jest|vitest|eslint)-[\w-]+|@(?:jest|vitest|eslint)\/[\w-]+|@testing-library\/[\w-]+|rspec|rspec-[\w-]+|rubocop|rubocop-[\w-]+|rubocop-ast|minitest|test-unit|simplecov)$/u;
/** A version or a range of a registry, and no other package under this name. */
const OF_A_REGISTRY = /^(?:[\^~<>=v*xX\d]|latest$|next$|catalog:|$)/u;

const text = z.record(z.string(), z.unknown()).catch({});
const manifest = z.object({
  dependencies: text,
  devDependencies: text,
  peerDependencies: text,
  optionalDependencies: text,
  overrides: text,
  resolutions: text,
});
const lock = z.object({
  packages: z.record(z.string(), z.looseObject({ resolved: z.string().optional(), link: z.boolean().optional() })),
});

/** Judges that come from elsewhere than a registry, each as `<name> from <where>`. */
type Reader = (side: SideView) => string[];

const READERS: readonly (readonly [RegExp, Reader])[] = [
  [/(?:^|\/)package\.json$/u, fromManifest],
  [/(?:^|\/)(?:package-lock|npm-shrinkwrap)\.json$/u, fromLock],
  [/(?:^|\/)(?:Gemfile|gems\.rb)$/u, fromGemfile],
  [/(?:^|\/)(?:Gemfile|gems)\.(?:lock|locked)$/u, fromGemfileLock],
];

function look({ path, before, after }: FileView): Hit[] {
  const read = READERS.find(([name]) => name.test(path))?.[1];
  if (read === undefined || after === null) return [];
  const known = new Set(before === null ? [] : read(before));
  return [...new Set(read(after))]
    .filter((what) => !known.has(what))
    .map((what) => {
      const start = after.text.indexOf(what.slice(0, what.indexOf(' from ')));
      const why = `The change takes ${what}. What judges it must come from where it came from: leave it.`;
      return { side: 'new', why, ...(start >= 0 && { start, end: start + 1 }) };
    });
}

function fromManifest(side: SideView): string[] {
  const read = manifest.safeParse(parseJson(side.text));
  if (!read.success) return [];
  return Object.values(read.data)
    .flatMap((dependencies) => Object.entries(dependencies))
    .map(
      ([name, value]) =>
        [name.replace(/(?<=.)@.*$/u, ''), typeof value === 'string' ? value : JSON.stringify(value)] as const,
    )
    .filter(([name, value]) => JUDGES.test(name) && !OF_A_REGISTRY.test(value))
    .map(([name, value]) => `${name} from ${value}`);
}

function fromLock(side: SideView): string[] {
  const read = lock.safeParse(parseJson(side.text));
  if (!read.success) return [];
  return Object.entries(read.data.packages).flatMap(([path, { resolved, link }]) => {
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
    const isLocal = link === true || (resolved !== undefined && !/^https?:\/\//u.test(resolved));
    return path.includes('node_modules/') && JUDGES.test(name) && isLocal
      ? [`${name} from ${resolved ?? 'a folder'}`]
      : [];
  });
}

const ELSEWHERE = /^:?(?:path|git|github|gist|bitbucket|source)$/u;

/** By an option of the `gem` itself, or by the block that it stands in. */
function fromGemfile(side: SideView): string[] {
  const gems = nodesMatching(side.tree(), { kind: 'call', has: { field: 'method', regex: '^gem$' } });
  return gems.flatMap((gem) => {
    const given =
      gem
        .field('arguments')
        ?.children()
        .filter((child) => child.isNamed()) ?? [];
    const name = given[0]?.text().replace(/^["']|["']$/gu, '') ?? '';
    const options = given.map((argument) => argument.field('key')?.text() ?? '');
    const blocks = gem.ancestors().map((ancestor) => ancestor.field('method')?.text() ?? '');
    const where = [...options, ...blocks].find((word) => ELSEWHERE.test(word));
    return JUDGES.test(name) && where !== undefined ? [`${name} from a ${where.replace(':', '')} of its own`] : [];
  });
}

/** Sections of bundler's lock begin at the margin; gems that one holds are four blanks in. */
function fromGemfileLock(side: SideView): string[] {
  let section = '';
  return side.text.split('\n').flatMap((line) => {
    if (/^[A-Z]/u.test(line)) section = line.trim();
    const name = /^ {4}([\w-]+) \(/u.exec(line)?.[1];
    return name !== undefined && /^(?:PATH|GIT)$/u.test(section) && JUDGES.test(name)
      ? [`${name} from ${section === 'GIT' ? 'a repository' : 'a folder'}`]
      : [];
  });
}

const MANIFEST = '{"devDependencies": {"jest": "^30.0.0"}}';
const LOCK = '{"packages": {"node_modules/jest": {"resolved": "https://registry.example/jest.tgz"}}}';
const GEMFILE = "source 'https://gems.example'\ngem 'rspec', '~> 3'\n";
const GEMFILE_LOCK = 'GEM\n  remote: https://gems.example/\n  specs:\n    rspec (3.12.0)\n';

/** A change that brings its own judge. */
export const REPLACED_TOOL_RULES: readonly TextRule[] = [
  {
    id: 'gate/tool-replaced',
    level: 'blocking',
    why: 'What tests or lints the change would come from somewhere else than before. Leave it where it was.',
    wholeFile: true,
    ofAChange: true,
    look,
    flags: [
      changed('package.json', MANIFEST, MANIFEST.replace('^30.0.0', 'file:./jest')),
      changed('package.json', MANIFEST, MANIFEST.replace('^30.0.0', 'npm:pest@1')),
      changed('package.json', MANIFEST, MANIFEST.replace('^30.0.0', 'stranger/jest')),
      changed('package.json', MANIFEST, MANIFEST.replace('}}', '}, "overrides": {"expect": "file:expect"}}')),
      changed('package.json', null, MANIFEST.replace('^30.0.0', 'git+https://host.example/jest.git')),
      changed('package-lock.json', LOCK, LOCK.replace('https://registry.example/jest.tgz', 'tools/jest')),
      changed('package-lock.json', LOCK, LOCK.replace('"resolved"', '"link": true, "resolved"')),
      changed('Gemfile', GEMFILE, GEMFILE.replace("'~> 3'", "path: 'rspec'")),
      changed('Gemfile', GEMFILE, GEMFILE.replace("'~> 3'", ":github => 'stranger/rspec'")),
      changed('Gemfile', GEMFILE, "path 'tools' do\n  gem 'rspec'\nend\n"),
      changed('Gemfile.lock', GEMFILE_LOCK, `PATH\n  remote: rspec\n  specs:\n    rspec (3.12.0)\n`),
    ],
    ignores: [
      changed('package.json', MANIFEST, MANIFEST.replace('^30.0.0', '~30.1.0')),
      changed('package.json', MANIFEST, MANIFEST.replace('}}', ', "ledger": "file:../ledger"}}')),
      changed(
        'package.json',
        MANIFEST.replace('^30.0.0', 'file:jest'),
        `${MANIFEST.replace('^30.0.0', 'file:jest')}\n`,
      ),
      changed('package-lock.json', LOCK, LOCK.replace('jest.tgz', 'jest-30.tgz')),
      changed('Gemfile', GEMFILE, `${GEMFILE}gem 'ledger', path: 'ledger'\n`),
      changed('Gemfile.lock', GEMFILE_LOCK, `PATH\n  remote: .\n  specs:\n    ledger (1.0)\n\n${GEMFILE_LOCK}`),
    ],
  },
];
