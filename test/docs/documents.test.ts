import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { CHECKS } from '../../src/domain/check.ts';
import { SETTING_KEYS } from '../../src/settings.ts';
import { PROJECT, anchorsOf, codeOf, linksOf, readPage, readPages, type Page } from './markdown.ts';

const pages = readPages();
const exists = (path: string): boolean => existsSync(join(PROJECT, path));
const inEveryPage = (find: (page: Page) => string[]): string[] =>
  pages.flatMap((page) => find(page).map((what) => `${page.path}: ${what}`));

/** Keys of the fleet's other stages, which a page may name to say that we do not read them. */
const OF_OTHER_STAGES = ['fleet.planning', 'fleet.implementation.solvers', 'fleet.git.depth'];

describe('the documents', () => {
  it('are all found', () => {
    const paths = pages.map(({ path }) => path);
    expect(paths).toEqual(expect.arrayContaining(['README.md', 'CONTRIBUTING.md', 'docs/settings.md']));
    expect(paths.length).toBeGreaterThan(20);
  });

  it('link only to what is there', () => {
    const broken = inEveryPage((page) => linksOf(page).filter((target) => !leadsSomewhere(page, target)));
    expect(broken).toEqual([]);
  });

  it('name only npm scripts that there are', () => {
    const { scripts } = JSON.parse(readFileSync(join(PROJECT, 'package.json'), 'utf8')) as { scripts: object };
    const named = inEveryPage(({ text }) =>
      [...text.matchAll(/npm run (?:-s )?([\w:-]+)/g)].map(([, name = '']) => name),
    );
    expect(named.length).toBeGreaterThan(5);
    expect(named.filter((line) => !((line.split(': ')[1] ?? '') in scripts))).toEqual([]);
  });

  it('name only commands of lex-validator that there are', () => {
    const named = inEveryPage(({ text }) =>
      [...text.matchAll(/`lex-validator ([a-z]+)/g)].map(([, name = '']) => name),
    );
    expect(named.length).toBeGreaterThan(5);
    expect(named.filter((line) => !exists(`src/cli/${line.split(': ')[1] ?? ''}.ts`))).toEqual([]);
  });

  it('name only settings that there are', () => {
    const known = (key: string): boolean =>
      OF_OTHER_STAGES.includes(key) || SETTING_KEYS.some((known) => known === key || known.startsWith(`${key}.`));
    const named = inEveryPage((page) =>
      codeOf(page).filter((code) => /^(?:fleet|temporal|transport)\.[\w.[\]]+$/.test(code)),
    );
    expect(named.length).toBeGreaterThan(50);
    expect(named.filter((line) => !known(line.split(': ')[1] ?? ''))).toEqual([]);
  });

  it('name only files of the repository that there are', () => {
    const isPath = /^(?:src|test|docs|scripts|examples|bench|docker|\.ci)\/[\w./-]*$/;
    const named = inEveryPage((page) => codeOf(page).filter((code) => isPath.test(code)));
    expect(named.length).toBeGreaterThan(30);
    expect(named.filter((line) => !exists(line.split(': ')[1] ?? ''))).toEqual([]);
  });

  it('tell nothing of the machine that they were written on', () => {
    expect(inEveryPage(({ text }) => text.match(/\/(?:work|root|home)\/[\w./-]*/g) ?? [])).toEqual([]);
  });

  it.each(CHECKS.map((check, index) => ({ check, number: index + 1 })))(
    'have a page of check $number, $check, in the shape of the others',
    ({ check, number }) => {
      const page = readPage(`docs/checks/${check.replaceAll('_', '-')}.md`);
      expect(page.text.split('\n', 1)[0]).toBe(`# Check ${number}: \`${check}\``);
      const headings = [...page.text.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading);
      expect(headings).toContain('Settings');
      expect(headings.at(-1)).toBe('Known limits');
    },
  );
});

describe('the pages of decisions', () => {
  const decisions = pages
    .filter(({ path }) => /^docs\/decisions\/\d/.test(path))
    .sort((a, b) => (a.path < b.path ? -1 : 1));

  it('are numbered without a gap, in name and title', () => {
    const numbers = decisions.map(({ path }) => Number(/\/(\d{4})-/.exec(path)?.[1]));
    expect(numbers).toEqual(decisions.map((_page, index) => index + 1));
    expect(decisions.map(({ text }) => Number(/^# (\d+)\. /.exec(text)?.[1]))).toEqual(numbers);
  });

  it.each(decisions)('$path tells context, decision and cost, and is in the index by its title', ({ path, text }) => {
    for (const part of ['Context', 'Decision', 'Cost'])
      expect(text).toMatch(new RegExp(`^\\*\\*${part}\\.\\*\\*`, 'm'));
    const [, number = '', title = ''] = /^# (\d+)\. (.+)$/m.exec(text) ?? [];
    expect(readPage('docs/decisions/README.md').text).toContain(
      `${number}. [${title}](${path.slice('docs/decisions/'.length)})`,
    );
  });
});

function leadsSomewhere(page: Page, target: string): boolean {
  if (/^(?:https?|mailto):/.test(target)) return true;
  const [file = '', anchor] = target.split('#');
  const path = file === '' ? page.path : normalize(join(dirname(page.path), file));
  if (path.startsWith('..') || !exists(path)) return false;
  return anchor === undefined || anchorsOf(readPage(path)).includes(anchor);
}
