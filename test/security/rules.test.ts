import { describe, expect, it } from '@jest/globals';
import { PATTERN_RULES, TEXT_RULES } from '../../src/security/all-rules.ts';
import type { CodeLanguage } from '../../src/security/code-language.ts';
import { CHANGE_RULES } from '../../src/security/rules/changed-files.ts';
import { fileView } from '../../src/security/file-view.ts';
import { matchPatterns } from '../../src/security/match-patterns.ts';
import { scanFile } from '../../src/security/scan-file.ts';
import type { PatternRule, Sample } from '../../src/security/scan-rule.ts';

const EXTENSIONS: Record<CodeLanguage, string> = {
  ruby: 'rb',
  javascript: 'js',
  typescript: 'ts',
  tsx: 'tsx',
  python: 'py',
};
const SINGLE_LINE_STRINGS: Record<CodeLanguage, (code: string) => string> = {
  ruby: (code) => `text = ${JSON.stringify(code.replaceAll('#{', '# {'))}\n`,
  javascript: (code) => `text = ${JSON.stringify(code)};\n`,
  typescript: (code) => `text = ${JSON.stringify(code)};\n`,
  tsx: (code) => `text = ${JSON.stringify(code)};\n`,
  python: (code) => `text = ${JSON.stringify(code)}\n`,
};

function inComment(language: CodeLanguage, code: string): string {
  const mark = language === 'ruby' || language === 'python' ? '# ' : '// ';
  return `${code
    .split('\n')
    .map((line) => mark + line)
    .join('\n')}\n`;
}

function matches(rule: PatternRule, language: CodeLanguage, code: string): number {
  const path = `${rule.onlyInTests === true ? 'spec/' : 'lib/'}sample.${EXTENSIONS[language]}`;
  const view = fileView(
    { path, change: 'added', oldMode: '000000', newMode: '100644', before: null, after: null },
    null,
    code,
  );
  return matchPatterns(view, [rule]).length;
}

describe('every pattern rule', () => {
  for (const rule of PATTERN_RULES) {
    for (const language of rule.languages) {
      it(`${rule.id} fires on its samples and on nothing else (${language})`, () => {
        for (const flagged of rule.flags) {
          expect([flagged, matches(rule, language, flagged) > 0]).toEqual([flagged, true]);
          expect([flagged, 'comment', matches(rule, language, inComment(language, flagged))]).toEqual([
            flagged,
            'comment',
            0,
          ]);
          expect([flagged, 'string', matches(rule, language, SINGLE_LINE_STRINGS[language](flagged))]).toEqual([
            flagged,
            'string',
            0,
          ]);
        }
        for (const safe of rule.ignores) expect([safe, matches(rule, language, safe)]).toEqual([safe, 0]);
      });
    }
  }
});

async function rulesHit(sample: Sample): Promise<string[]> {
  const bytes = (text: string | null): Uint8Array | null => (text === null ? null : new TextEncoder().encode(text));
  const scan = await scanFile({
    path: sample.path,
    change: sample.before === null ? 'added' : 'modified',
    oldMode: sample.oldMode ?? '100644',
    newMode: sample.newMode ?? '100644',
    before: bytes(sample.before),
    after: bytes(sample.after),
  });
  return scan.findings.map((finding) => finding.rule);
}

describe('every text rule', () => {
  for (const rule of TEXT_RULES) {
    it(`${rule.id} fires on its samples and on nothing else`, async () => {
      for (const flagged of rule.flags)
        expect([flagged, await rulesHit(flagged)]).toEqual([flagged, expect.arrayContaining([rule.id])]);
      for (const safe of rule.ignores)
        expect([safe, await rulesHit(safe)]).toEqual([safe, expect.not.arrayContaining([rule.id])]);
    });
  }
});

describe('every rule about the change as a whole', () => {
  for (const rule of CHANGE_RULES) {
    it(`${rule.id} fires on its samples and on nothing else`, () => {
      for (const flagged of rule.flags) expect(rule.look(flagged)).not.toEqual([]);
      for (const safe of rule.ignores)
        expect(rule.look(safe).filter((hit) => (hit.level ?? rule.level) === rule.level)).toEqual([]);
    });
  }
});

describe('the rules together', () => {
  it('have names of their own', () => {
    const ids = [...PATTERN_RULES, ...TEXT_RULES, ...CHANGE_RULES].map((rule) => rule.id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('are at least 40 over the three languages', () => {
    expect(PATTERN_RULES.length).toBeGreaterThanOrEqual(40);
  });
});
