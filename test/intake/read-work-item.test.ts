import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { parseWorkItemText, readWorkItem } from '../../src/intake/read-work-item.ts';
import { aWorkItem } from '../builders/a-work-item.ts';

function badFieldsOf(input: unknown): Record<string, string> {
  const reading = readWorkItem(input);
  if (reading.kind !== 'invalid') throw new Error('this work item was taken');
  return Object.fromEntries(reading.fields.map(({ field, problem }) => [field, problem]));
}

/** An ordinary work item with something else at a dotted place. */
function withAt(field: string, value: unknown): unknown {
  const item = aWorkItem() as unknown as Record<string, unknown>;
  const names = field.split('.');
  const last = names.pop() ?? '';
  const parent = names.reduce((at, name) => at[name] as Record<string, unknown>, item);
  parent[last] = value;
  return item;
}

const NUL = String.fromCharCode(0);
const OVERRIDE = String.fromCharCode(0x202e);

describe('a path trick is refused by the name of its field', () => {
  const branches = [
    ...[
      '',
      '-upload-pack=touch /tmp/x',
      '--upload-pack',
      '../..',
      'a/../b',
      'a..b',
      'a b',
      `a${NUL}b`,
      'a\nb',
      `a${OVERRIDE}b`,
    ],
    ...[
      'a~1',
      'a^',
      'a:b',
      'a?',
      'a*',
      'a[b',
      'a\\b',
      'a@{1}',
      '@',
      'HEAD',
      '/a',
      'a/',
      'a//b',
      '.a',
      'a/.b',
      'a.',
      'a/b.',
      'a.lock',
    ],
    ...['a.lock/b', 'x'.repeat(256)],
  ];
  it.each(branches)('pipeline.branch_name %j', (branch) => {
    expect(Object.keys(badFieldsOf(withAt('pipeline.branch_name', branch)))).toEqual(['pipeline.branch_name']);
    expect(Object.keys(badFieldsOf(withAt('repo.default_branch', branch)))).toEqual(['repo.default_branch']);
  });

  const names = [
    '',
    '.',
    '..',
    '../..',
    'a/b',
    'a\\b',
    '-upload-pack',
    `a${NUL}`,
    'a b',
    'a..b',
    'a%2fb',
    'ä',
    'x'.repeat(101),
  ];
  it.each([...names, 'a.git', '.git'])('repo.name %j', (name) => {
    expect(Object.keys(badFieldsOf(withAt('repo.name', name)))).toEqual(['repo.name']);
  });
  it.each([...names, '.github'])('repo.owner %j', (owner) => {
    expect(Object.keys(badFieldsOf(withAt('repo.owner', owner)))).toEqual(['repo.owner']);
  });

  const paths = [
    '',
    '../..',
    'a/../../b',
    '..',
    '/etc/passwd',
    '~/x',
    '-upload-pack',
    `a${NUL}b`,
    'a\nb',
    'C:\\x',
    '\\\\host\\x',
    'a\\..\\b',
  ];
  it.each(paths)('pipeline.changes %j', (path) => {
    expect(Object.keys(badFieldsOf(withAt('pipeline.changes', ['lib/a.rb', path])))).toEqual(['pipeline.changes[1]']);
  });

  const ids = [
    '',
    '..',
    '../x',
    'a/b',
    'a\\b',
    '.a',
    '-a',
    'a b',
    'a\tb',
    `a${NUL}`,
    'a..b',
    'x'.repeat(201),
    'ä'.repeat(101),
    `a${OVERRIDE}`,
  ];
  it.each(ids)('work_item_id %j', (id) => {
    expect(Object.keys(badFieldsOf(withAt('work_item_id', id)))).toEqual(['work_item_id']);
  });

  const credential = ['https://me', 'pw@h/x.git'].join(':');
  const urls = [
    ...[
      '',
      'ext::sh -c touch% /tmp/x',
      'ext::sh',
      'fd::17',
      '-upload-pack=x',
      '--upload-pack=x',
      'ssh://-oProxyCommand=x/y',
      'ssh://-l@h/y',
    ],
    ...[
      'ssh://a%2db/x',
      'git@-oProxyCommand=x:y',
      '-x@h:y',
      credential,
      'https://token@h/x.git',
      'http://forge.example/x.git',
    ],
    ...[
      'ftp://h/x',
      'javascript://alert',
      'git://h/x',
      'https:///x',
      'https:////x',
      'https://good.example\\\\@h/x',
      'https://h/x?y',
      'https://h/x#y',
      'file://host/x',
      'https://h/a b',
      `https://h/a${NUL}`,
      '../x',
      'x',
    ],
  ];
  it.each(urls)('repo.clone_url %j', (url) => {
    expect(Object.keys(badFieldsOf(withAt('repo.clone_url', url)))).toEqual(['repo.clone_url']);
  });

  it.each([
    ['__proto__ at the top', '{"__proto__": {"admin": true}}', '__proto__'],
    ['constructor, deep', '{"pipeline": {"plan": {"constructor": {"prototype": {}}}}}', 'pipeline.plan.constructor'],
    ['prototype in a list', '{"context": [{"prototype": 1}]}', 'context[0].prototype'],
  ])('a polluting key: %s', (_, text, field) => {
    const reading = parseWorkItemText(text);
    expect(reading).toEqual({ kind: 'invalid', fields: [{ field, problem: 'is a key that is never taken' }] });
    expect(({} as { admin?: boolean }).admin).toBeUndefined();
  });
});

describe('a wrong type is refused by the name of its field', () => {
  it.each<[string, unknown]>([
    ['work_item_id', undefined],
    ['work_item_id', 7],
    ['title', 'x'.repeat(10_000_000)],
    ['title', ['a']],
    ['description', 'x'.repeat(65_537)],
    ['repo', undefined],
    ['repo', 'acme/ledger'],
    ['repo.owner', null],
    ['config', []],
    ['config.implementation', 3],
    ['config.implementation.validators', -1],
    ['config.implementation.validators', 40],
    ['config.implementation.validators', '3'],
    ['config.implementation.validators', 1.5],
    ['config.validation.enabled', 'false'],
    ['config.validation.run_tests', 0],
    ['config.validation.security_scan', 'no'],
    ['config.validation.adversarial_review', {}],
    ['config.validation.reviewer_models', 'gpt'],
    ['pipeline', null],
    ['pipeline.attempt', '0'],
    ['pipeline.attempt', -1],
    ['pipeline.attempt', 0.5],
    ['pipeline.pr_number', '331'],
    ['pipeline.pr_number', 0],
    ['pipeline.pr_number', -3],
    ['pipeline.pr_number', 2 ** 40],
    ['pipeline.branch_name', 12],
    ['pipeline.head_sha', '9c1f0be'],
    ['pipeline.head_sha', 'g'.repeat(40)],
    ['pipeline.changes', 'lib/a.rb'],
    ['pipeline.trace', {}],
    ['pipeline.feedback_history', 'try again'],
  ])('%s', (field, value) => {
    expect(Object.keys(badFieldsOf(withAt(field, value)))).toEqual([field]);
  });

  it.each<[string, unknown, string]>([
    ['pipeline.trace', [{ stage: 'developer', model: 4 }], 'pipeline.trace[0].model'],
    ['pipeline.trace', ['developer'], 'pipeline.trace[0]'],
    ['pipeline.feedback_history', [4], 'pipeline.feedback_history[0]'],
    ['pipeline.changes', [null], 'pipeline.changes[0]'],
    ['config.validation.reviewer_models', [{ provider: 'a' }], 'config.validation.reviewer_models[0].model'],
  ])('an entry of %s: %j', (field, value, bad) => {
    expect(Object.keys(badFieldsOf(withAt(field, value)))).toEqual([bad]);
  });

  it('says what the limit is', () => {
    expect(badFieldsOf(withAt('config.implementation.validators', 40))).toEqual({
      'config.implementation.validators': 'must be a whole number from 0 to 32',
    });
    expect(badFieldsOf(withAt('pipeline.feedback_history', [4]))).toEqual({
      'pipeline.feedback_history[0]': 'must be a text or an object',
    });
  });

  it('names every bad field at once', () => {
    const item = aWorkItem({ work_item_id: '', repo: { name: '..' }, pipeline: { attempt: -1 } });
    expect(Object.keys(badFieldsOf(item)).sort()).toEqual(['pipeline.attempt', 'repo.name', 'work_item_id']);
  });

  it.each([null, undefined, 7, 'text', true, [], () => 1, Symbol('x'), 1n])('takes no %p for a work item', (input) => {
    expect(readWorkItem(input).kind).toBe('invalid');
  });
});

describe('stage', () => {
  it.each(['implemented', 'validated'])('takes %s', (stage) => {
    expect(readWorkItem(withAt('pipeline.stage', stage)).kind).toBe('work-item');
  });

  it.each(['intake', 'assessed', 'planned', 'shipped', 'escalated'])(
    'refuses %s, and says what is expected',
    (stage) => {
      expect(badFieldsOf(withAt('pipeline.stage', stage))).toEqual({
        'pipeline.stage': `is ${stage}: validation takes work items that are implemented or validated`,
      });
    },
  );

  it.each(['Implemented', '', 'implemented ', 'done'])('refuses %j, which is no stage', (stage) => {
    expect(badFieldsOf(withAt('pipeline.stage', stage))['pipeline.stage']).toContain('is no stage of the fleet');
  });
});

describe('odd but legal', () => {
  it.each<[string, string, unknown]>([
    ['no reviewers', 'config.implementation.validators', 0],
    ['no pull request', 'pipeline.pr_number', null],
    ['no list of changes', 'pipeline.changes', null],
    ['an empty list of changes', 'pipeline.changes', []],
    ['a trace entry without a model', 'pipeline.trace', [{ stage: 'developer_feedback' }]],
    ['a trace that the fleet symbolised', 'pipeline.trace', [{ stage: 'assessor', token_usage: null }]],
    ['a round of feedback that is a text', 'pipeline.feedback_history', ['try again', { verdict: 'rejected' }]],
    [
      'a condensed round',
      'pipeline.feedback_history',
      [{ summarized: true, source_rounds: [0, 1], issues: ['x'], round: 1 }],
    ],
    ['a score that is a number', 'pipeline.review_result', { verdict: 'rejected', score: 0.45, merged_feedback: 'x' }],
    ['an unknown language', 'repo.language', 'unknown'],
    ['no language', 'repo.language', null],
    ['a resumed item', 'pipeline.resumed', true],
    ['no config at all', 'config', null],
    ['a null for a switch', 'config.validation.run_tests', null],
    ['a late attempt', 'pipeline.attempt', 9],
    ['no attempt', 'pipeline.attempt', undefined],
    ['one round at most', 'config.implementation.max_iterations', 1],
    ['ten rounds at most', 'config.implementation.max_iterations', 10],
    ['a repository for all the others', 'repo.name', '.github'],
    ['a branch with slashes and dots', 'pipeline.branch_name', 'fleet/fix-lex.exec-42'],
    ['a branch in Greek', 'pipeline.branch_name', 'διόρθωση/42'],
    ['a path with spaces', 'pipeline.changes', ['docs/read me.md', 'src/[id]/..hidden', 'a/...', 'ünï.rb']],
    ['a commit in capitals', 'pipeline.head_sha', 'ABCDEF0123'.repeat(4)],
    ['a commit of a SHA-256 repository', 'pipeline.head_sha', 'ab'.repeat(32)],
    ['a local repository', 'repo.clone_url', '/srv/git/ledger.git'],
    ['a file address', 'repo.clone_url', 'file:///srv/git/ledger.git'],
    ['an ssh address', 'repo.clone_url', 'ssh://git@forge.example:2222/acme/ledger.git'],
    ['an ssh address as git writes it', 'repo.clone_url', 'git@github.com:acme/ledger.git'],
    ['a server on this machine', 'repo.clone_url', 'http://127.0.0.1:3000/acme/ledger.git'],
    ['the same with an IPv6 address', 'repo.clone_url', 'http://[::1]:3000/acme/ledger.git'],
    ['an id that is no UUID', 'work_item_id', 'uuid-001'],
    ['a long title', 'title', 'x'.repeat(10_000)],
    ['no title', 'title', null],
    ['a description as long as the fleet makes them', 'description', 'ä'.repeat(16_384)],
    ['a field that nobody knows', 'pipeline.weather', { sky: ['grey', null, 1.5] }],
  ])('takes %s, untouched', (_, field, value) => {
    const item = withAt(field, value);
    const before = structuredClone(item);
    const reading = readWorkItem(item);
    expect(reading).toEqual({ kind: 'work-item', workItem: before });
  });

  it('takes the item of the README', () => {
    const item = {
      work_item_id: 'uuid-001',
      title: 'Fix sandbox timeout on macOS',
      repo: { owner: 'LegionIO', name: 'lex-exec', language: 'ruby' },
      config: {
        estimated_difficulty: 0.5,
        implementation: { validators: 3 },
        validation: { enabled: true, run_tests: true },
      },
      pipeline: {
        stage: 'implemented',
        trace: [],
        attempt: 0,
        feedback_history: [],
        changes: ['lib/sandbox.rb'],
        pr_number: 42,
        branch_name: 'fleet/fix-lex-exec-42',
      },
    };
    expect(readWorkItem(item)).toEqual({ kind: 'work-item', workItem: item });
  });
});

describe('size and depth', () => {
  function nested(depth: number): unknown {
    return Array.from({ length: depth }).reduce<unknown>((inner) => ({ inner }), 1);
  }

  it('refuses nesting without end, and values that hold themselves', () => {
    const cyclic: Record<string, unknown> = {};
    cyclic.self = cyclic;
    expect(readWorkItem(withAt('plan', nested(50))).kind).toBe('work-item');
    expect(Object.values(badFieldsOf(withAt('plan', nested(100))))).toEqual(['is nested more than 64 deep']);
    expect(Object.values(badFieldsOf(withAt('plan', cyclic)))).toEqual(['is nested more than 64 deep']);
  });

  it('ends on a small value that unfolds to a huge one', () => {
    const doubled = Array.from({ length: 60 }).reduce<unknown>((half) => [half, half], 1);
    expect(badFieldsOf(withAt('context', doubled))).toEqual({ work_item: 'holds more than 200000 values' });
  });

  it.each([
    ['pipeline.plan', 'pipeline'],
    ['config.notes', 'config'],
  ])('refuses %s so long that a result could not hold it', (field, named) => {
    expect(badFieldsOf(withAt(field, 'x'.repeat(262_144)))).toEqual({ [named]: 'is longer than 262144 bytes as JSON' });
  });

  it('refuses a work item that is too long as a whole', () => {
    expect(badFieldsOf(withAt('context', 'x'.repeat(1_048_576)))).toEqual({
      work_item: 'is longer than 1048576 bytes as JSON',
    });
  });

  it('counts pipeline and config with the whole: a result holds them twice, and Temporal takes 2 MiB', () => {
    const item = { ...aWorkItem({ pipeline: { plan: 'x'.repeat(250_000) } }), context: 'x'.repeat(900_000) };
    expect(badFieldsOf(item)).toEqual({ work_item: 'is longer than 1048576 bytes as JSON' });
  });

  it('names no more than 50 fields', () => {
    const changes = Array.from({ length: 200 }, () => '..');
    expect(Object.keys(badFieldsOf(withAt('pipeline.changes', changes)))).toHaveLength(50);
  });
});

describe('text', () => {
  it('reads JSON, with a byte order mark or without', () => {
    const item = aWorkItem();
    expect(parseWorkItemText(JSON.stringify(item))).toEqual({ kind: 'work-item', workItem: item });
    expect(parseWorkItemText(`\uFEFF${JSON.stringify(item)}`)).toEqual({ kind: 'work-item', workItem: item });
  });

  it('says where text stops being JSON', () => {
    const reading = parseWorkItemText('{\n  "title": "x",\n  "repo" 2\n}');
    expect(reading).toMatchObject({ kind: 'invalid', fields: [{ field: 'work_item' }] });
    expect(JSON.stringify(reading)).toMatch(/is not JSON: .*line 3, column 10/);
  });

  it.each(['', 'nope', '{"a": 1', "{'a': 1}", '{"a": 1} x', '{"a": 1,}'])('refuses %j', (text) => {
    expect(JSON.stringify(parseWorkItemText(text))).toContain('is not JSON');
  });

  it('refuses 10 MB before it reads any of it', () => {
    expect(parseWorkItemText(' '.repeat(10_000_000))).toEqual({
      kind: 'invalid',
      fields: [{ field: 'work_item', problem: 'is longer than 1048576 bytes' }],
    });
  });

  it('counts bytes, not characters', () => {
    expect(JSON.stringify(parseWorkItemText(`"${'ä'.repeat(600_000)}"`))).toContain('is longer than');
  });
});

describe('whatever comes', () => {
  it('never throws, and takes no JSON that is no work item', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (input) => {
        expect(readWorkItem(input).kind).toBe('invalid');
      }),
      { numRuns: 300 },
    );
  });

  it('never throws on a work item with anything at all in one of its places', () => {
    const places = [
      'work_item_id',
      'repo',
      'repo.owner',
      'config',
      'config.validation',
      'pipeline',
      'pipeline.trace',
      'pipeline.changes',
      'pipeline.attempt',
    ];
    fc.assert(
      fc.property(fc.constantFrom(...places), fc.anything(), (place, value) => {
        expect(['work-item', 'invalid']).toContain(readWorkItem(withAt(place, value)).kind);
      }),
      { numRuns: 500 },
    );
  });

  it('never takes a name that leaves its folder, is an option, or holds a control character', () => {
    const trick = fc.constantFrom('..', '../', '/', '-', NUL, '\n', '~', ':', '\\', '@{', '.lock', '.git');
    const name = fc
      .array(fc.oneof(trick, fc.string({ maxLength: 5 })), { maxLength: 5 })
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(name, (text) => {
        const taken = (field: string, value: unknown): boolean =>
          readWorkItem(withAt(field, value)).kind === 'work-item';
        const leaves = /^-|^\/|[\u0000-\u001f\u007f]|(^|[/\\])\.\.([/\\]|$)/.test(text);
        if (leaves || text.includes('/') || text.includes('\\')) {
          expect(taken('work_item_id', text) || taken('repo.name', text) || taken('repo.owner', text)).toBe(false);
        }
        if (leaves) expect(taken('pipeline.branch_name', text) || taken('pipeline.changes', [text])).toBe(false);
      }),
      { numRuns: 1000 },
    );
  });
});
