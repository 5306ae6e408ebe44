import type { TextRule } from '../scan-rule.ts';

/** Whether the target of a link leaves the repository, counted from the link's folder. */
function leaves(path: string, target: string): boolean {
  if (/^(?:\/|~|[A-Za-z]:[\\/])/u.test(target)) return true;
  let depth = path.split('/').length - 1;
  for (const part of target.split('/')) {
    if (part === '..') depth -= 1;
    else if (part !== '' && part !== '.') depth += 1;
    if (depth < 0) return true;
  }
  return false;
}

const link = (path: string, after: string) => ({ path, before: null, after, newMode: '120000' });

/** In Git a symbolic link is a file whose content is its target. */
export const LINK_RULES: readonly TextRule[] = [
  {
    id: 'tree/link-leaves-repository',
    level: 'blocking',
    why: 'The link points out of the repository: whoever reads it reads that machine. Point inside.',
    wholeFile: true,
    look: (view) => (view.mode === '120000' && leaves(view.path, view.after?.text ?? '') ? [{ side: 'new' }] : []),
    flags: [link('data', '/etc/passwd'), link('docs/a', '../../outside'), link('a', '..')],
    ignores: [link('docs/a', '../README.md'), link('a', 'b/c'), { path: 'a.txt', before: null, after: '../../x' }],
  },
  {
    id: 'tree/link-into-git',
    level: 'blocking',
    why: 'The link points into .git, where hooks and settings are. Point elsewhere.',
    wholeFile: true,
    look: (view) =>
      view.mode === '120000' && /(?:^|\/)\.git(?:\/|$)/iu.test(view.after?.text ?? '') ? [{ side: 'new' }] : [],
    flags: [link('hooks', '.git/hooks')],
    ignores: [link('a', '.github/workflows')],
  },
];
