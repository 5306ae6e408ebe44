import { describe, expect, it } from '@jest/globals';
import { planLint, planTests } from '../../src/languages/choose-tool.ts';
import { aView, packageJson } from './a-view.ts';

type Texts = Record<string, string>;

function plan(base: Texts, head: Texts, language: string | null = null) {
  const request = { sides: { base: aView(base), head: aView(head) }, language, network: 'none' as const };
  return { tests: planTests(request), lint: planLint(request) };
}

const RULES = `tests:
  command: [node, check.mjs]
  report: { file: '{report}/out.xml', format: junit-xml }
lint:
  command: [node, lint.mjs]
  env: { STRICT: '1' }
  report: { file: '{report}/lint.json', format: eslint-json }
install:
  command: [node, install.mjs]
`;

describe('the choice of the tools', () => {
  it('is made from the merge base, so that a change cannot choose how it is judged', () => {
    const base = { ...packageJson({ scripts: { test: 'jest' } }) };
    const head = { ...packageJson({ scripts: { test: 'node --test' } }), '.lex-validator.yml': RULES };
    expect(plan(base, head).tests).toMatchObject({ tool: { shown: 'jest' } });
  });

  it('is made from the pushed commit where the base has no set-up at all', () => {
    expect(plan({ 'README.md': '' }, packageJson({ scripts: { test: 'jest' } })).tests).toMatchObject({
      tool: { shown: 'jest' },
    });
  });

  it('runs the ordinary runner where neither has tests, so that it says itself that there are none', () => {
    expect(plan(packageJson({}), packageJson({})).tests).toMatchObject({ tool: { shown: 'node --test' } });
  });

  it('is what the repository says of itself in its base', () => {
    const { tests, lint } = plan({ '.lex-validator.yml': RULES }, {}, 'COBOL');
    expect(tests).toMatchObject({
      kind: 'run',
      tool: { command: ['node', 'check.mjs'], report: { file: 'out.xml', format: 'junit-xml' } },
      install: { command: ['node', 'install.mjs'] },
    });
    expect(lint).toMatchObject({ kind: 'run', tool: { env: { STRICT: '1' }, report: { format: 'eslint-json' } } });
  });

  it.each([
    ['COBOL', {}, 'there is no profile for the language COBOL'],
    [null, { Makefile: '' }, 'could not be told from its files'],
    ['Ruby', { 'test/a_test.rb': '' }, 'Minitest'],
  ])('is not made for %j with %j, and the sentence says what to do', (language, files, because) => {
    const { tests } = plan(files, files, language);
    expect(tests).toMatchObject({ kind: 'unjudged', because: expect.stringContaining(because) });
    expect(tests).toMatchObject({ because: expect.stringContaining('`tests.command`') });
  });

  it('is not made where a JavaScript project has no linter', () => {
    expect(plan(packageJson({}), packageJson({})).lint).toMatchObject({
      kind: 'unjudged',
      because: expect.stringContaining('`lint.command`'),
    });
  });

  it('is not made where the rules of the repository are wrong', () => {
    const { tests, lint } = plan({ '.lex-validator.yml': 'test: {}\n', Gemfile: '' }, {});
    for (const one of [tests, lint])
      expect(one).toMatchObject({ kind: 'unjudged', because: expect.stringContaining('"test"') });
  });
});
