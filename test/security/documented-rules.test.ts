import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { PATTERN_RULES, TEXT_RULES } from '../../src/security/all-rules.ts';
import { CHANGE_RULES } from '../../src/security/rules/changed-files.ts';
import { SECRET_PATTERNS } from '../../src/security/rules/secrets.ts';

const page = readFileSync(new URL('../../docs/checks/security-scan.md', import.meta.url), 'utf8');
const rows = [...page.matchAll(/^\| `([^`]+)`\s*\| (blocking|note)\s*\|/gmu)].map(([, id, level]) => `${id} ${level}`);

describe('the page of the security scan', () => {
  it('lists every rule with its level, and no rule that is not there', () => {
    const rules = [...PATTERN_RULES, ...TEXT_RULES, ...CHANGE_RULES, ...SECRET_PATTERNS].map(
      ({ id, level }) => `${id} ${level}`,
    );
    expect([...rows].sort()).toEqual([...rules].sort());
  });
});
