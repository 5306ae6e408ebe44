import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { SETTING_ENVIRONMENT, SETTING_KEYS } from '../../src/settings.ts';
import { SETTING_VARIABLES } from '../../src/settings/environment.ts';
import { SETTING_TABLE } from '../../src/settings/setting-table.ts';
import { valueAt } from '../../src/settings/setting-tree.ts';
import { someSettings } from '../builders/some-settings.ts';

const PAGE = readFileSync(new URL('../../docs/settings.md', import.meta.url), 'utf8');

/** The cells of all table rows whose first cell is one name in code. */
function rowsOf(text: string): Map<string, string[]> {
  const rows = text.split('\n').flatMap((line) => {
    const cells = line.split(/(?<!\\) ?\| ?/).slice(1, -1);
    const name = /^`([^`\s]+)`$/.exec((cells[0] ?? '').trim())?.[1];
    return name === undefined ? [] : ([[name, cells.slice(1).map((cell) => cell.trim())]] as const);
  });
  expect(new Set(rows.map(([name]) => name)).size).toBe(rows.length);
  return new Map(rows.map(([name, cells]) => [name, [...cells]]));
}

describe('docs/settings.md', () => {
  const [settings = '', environment = ''] = PAGE.split('\n## Environment');
  const documented = rowsOf(settings.slice(settings.indexOf('## What is checked')));
  const variables = rowsOf(environment);

  it('has every setting that is read, and none that is not', () => {
    expect([...documented.keys()].sort()).toEqual([...SETTING_KEYS].sort());
    expect(SETTING_KEYS.length).toBeGreaterThan(50);
  });

  it.each(SETTING_TABLE.map((row) => [row.key, row] as const))('has the default, unit and effect of %s', (key, row) => {
    const [value = '', unit = '', effect = ''] = documented.get(key) ?? [];
    expect(value.replace(/^`([^`]*)`$/, '$1')).toBe(row.shownDefault);
    expect(unit).toBe(row.unit ?? '-');
    expect(effect).toBe(row.effect);
  });

  it('has every variable that is read, and none that is not', () => {
    expect([...variables.keys()].sort()).toEqual([...SETTING_ENVIRONMENT].sort());
  });

  it.each(SETTING_VARIABLES.map((variable) => [variable.name, variable] as const))(
    'has what %s gives, and what wins',
    (name, { keys, unless }) => {
      const [gives = '', wins = ''] = variables.get(name) ?? [];
      expect(gives.match(/[a-z_]+(\.[a-z_]+)+/g)).toEqual([...keys]);
      expect(wins.match(/[a-z_]+(\.[a-z_]+)+/g) ?? []).toEqual([...unless]);
      expect(wins.startsWith(unless.length === 0 ? 'the variable' : 'the file')).toBe(true);
    },
  );
});

describe('the table', () => {
  it('has no key and no variable that gives nothing', () => {
    const settings = someSettings();
    const plain = SETTING_KEYS.filter((key) => !key.includes('[]'));
    expect(plain.filter((key) => valueAt(settings, key) === undefined)).toEqual([]);
    expect(
      SETTING_VARIABLES.flatMap(({ keys, unless }) => [...keys, ...unless]).filter(
        (key) => !SETTING_KEYS.includes(key),
      ),
    ).toEqual([]);
  });

  it('says a unit where a name says one', () => {
    const timed = SETTING_TABLE.filter(({ key }) => key.endsWith('_seconds'));
    expect(timed.filter(({ unit }) => unit !== 'seconds')).toEqual([]);
    expect(timed.length).toBeGreaterThan(5);
  });
});
