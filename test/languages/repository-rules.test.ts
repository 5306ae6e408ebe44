import { describe, expect, it } from '@jest/globals';
import { readRepositoryRules } from '../../src/languages/repository-rules.ts';

const report = "report: { file: '{report}/r.xml', format: junit-xml }";

describe('.lex-validator.yml', () => {
  it.each([
    ['a misspelt key', 'tests: {}\nlnt: {}', 'lnt'],
    ['a misspelt field', `tests: { comand: [a], ${report} }`, 'tests'],
    ['a command for a shell', `tests: { command: 'npm test', ${report} }`, 'tests.command'],
    ['an empty command', `tests: { command: [], ${report} }`, 'tests.command'],
    ['no report', 'tests: { command: [a] }', 'tests.report'],
    [
      'a report outside of its folder',
      "tests: { command: [a], report: { file: '{report}/../x', format: junit-xml } }",
      'tests.report.file',
    ],
    [
      'a report in the repository',
      "tests: { command: [a], report: { file: 'r.xml', format: junit-xml } }",
      'tests.report.file',
    ],
    [
      'a hidden report',
      "tests: { command: [a], report: { file: '{report}/..', format: junit-xml } }",
      'tests.report.file',
    ],
    [
      'a format of the other check',
      "lint: { command: [a], report: { file: '{report}/r', format: junit-xml } }",
      'lint.report.format',
    ],
    ['a number in the environment', `tests: { command: [a], env: { A: 1 }, ${report} }`, 'tests.env.A'],
    ['a list', '- tests', 'top level'],
    ['no YAML', 'tests: [', 'not YAML'],
    ['aliases', 'a: &a [x]\ntests: *a', '.lex-validator.yml'],
  ])('is wrong with %s, and the field is named', (_, text, named) => {
    expect(readRepositoryRules(text)).toMatchObject({ kind: 'wrong', because: expect.stringContaining(named) });
  });

  it('may be absent, empty or partial', () => {
    expect(readRepositoryRules(null)).toEqual({ kind: 'read', rules: {} });
    expect(readRepositoryRules('')).toMatchObject({ kind: 'read' });
    expect(readRepositoryRules(`tests: { command: [a, b c], ${report} }`)).toMatchObject({
      rules: { tests: { command: ['a', 'b c'], report: { file: 'r.xml' } }, lint: undefined },
    });
  });
});
