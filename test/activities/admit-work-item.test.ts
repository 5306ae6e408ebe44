import { describe, expect, it, jest } from '@jest/globals';
import { MockActivityEnvironment } from '@temporalio/testing';
import { DefaultLogger } from '@temporalio/worker';
import { createAdmitWorkItem } from '../../src/activities/admit-work-item.ts';
import type { Admission } from '../../src/domain/plan.ts';
import type { WorkItem } from '../../src/domain/work-item.ts';
import { loadSettings, type Settings } from '../../src/settings.ts';
import { aWorkItem } from '../builders/a-work-item.ts';
import type { Overrides } from '../builders/merged.ts';
import { someSettings } from '../builders/some-settings.ts';

const MODELS = [
  { provider: 'prov-1', model: 'alpha', capability: 'basic' as const },
  { provider: 'prov-2', model: 'beta', capability: 'moderate' as const },
  { provider: 'prov-3', model: 'gamma', capability: 'reasoning' as const },
];
const SCRIPTED = [{ provider: 'scripted', model: 'approve' }];

function activity(
  settings: Overrides<Settings> = {},
  searchAttributes: () => Promise<string[]> = () => Promise.resolve([]),
) {
  const complete = someSettings({ fleet: { llm: { models: MODELS } } });
  const own = someSettings(settings);
  const fleet = settings.fleet?.llm?.models === undefined ? { ...own.fleet, llm: complete.fleet.llm } : own.fleet;
  return createAdmitWorkItem({ settings: { ...own, fleet }, searchAttributes, node: 'w3' });
}

function admit(item: Overrides<WorkItem> = {}, settings: Overrides<Settings> = {}): Promise<Admission> {
  return activity(settings)({ work_item: aWorkItem(item) });
}

describe('a bad work item', () => {
  it('fails for good, under the name that the retry policies know, with every bad field', async () => {
    const item = aWorkItem({ work_item_id: '../x', pipeline: { attempt: -1 } });
    await expect(activity()({ work_item: item })).rejects.toMatchObject({
      name: 'ApplicationFailure',
      type: 'InvalidWorkItem',
      nonRetryable: true,
      message: expect.stringMatching(/work_item_id .*; pipeline\.attempt must be a whole number/) as unknown,
      details: [[{ field: 'work_item_id' }, { field: 'pipeline.attempt' }]],
    });
  });

  it.each([undefined, null, 'text', [], 7])('%p is one', async (input) => {
    await expect(activity()({ work_item: input })).rejects.toMatchObject({ type: 'InvalidWorkItem' });
  });

  it.each([undefined, null, 'text', [], 7, {}])(
    'is missing where a caller starts the workflow with %p',
    async (request) => {
      await expect(activity()(request)).rejects.toMatchObject({
        type: 'InvalidWorkItem',
        nonRetryable: true,
        details: [[{ field: 'work_item' }]],
      });
    },
  );

  it('comes before a bad developer, which fails for good too', async () => {
    const request = { work_item: aWorkItem(), developer: { workflow_id: 7 } };
    await expect(activity()(request)).rejects.toMatchObject({
      type: 'InvalidWorkItem',
      nonRetryable: true,
      details: [[{ field: 'developer.workflow_id' }]],
    });
    await expect(activity()({ ...request, work_item: 7 })).rejects.toMatchObject({
      details: [[{ field: 'work_item' }]],
    });
  });

  it.each(['shipped', 'escalated', 'planned'])(
    'is one that is %s, and the answer says what is expected',
    async (stage) => {
      await expect(admit({ pipeline: { stage } })).rejects.toMatchObject({
        type: 'InvalidWorkItem',
        message: expect.stringContaining(
          `pipeline.stage is ${stage}: validation takes work items that are implemented or validated`,
        ) as unknown,
      });
    },
  );

  it('is one that says nothing about what to judge', async () => {
    const nothing = { pipeline: { branch_name: null, pr_number: null } };
    await expect(admit(nothing)).rejects.toMatchObject({
      type: 'InvalidWorkItem',
      details: [[{ field: 'pipeline.branch_name' }]],
    });
    await expect(admit({ ...nothing, config: { validation: { enabled: false } } })).resolves.toMatchObject({
      plan: { enabled: false },
    });
  });

  it('is one that seats a scripted reviewer, which approves unseen, where the settings have none', async () => {
    const models = [
      { provider: 'prov-1', model: 'alpha' },
      { provider: 'Scripted ', model: 'approve' },
    ];
    const item = { config: { validation: { reviewer_models: models } } };
    await expect(admit(item)).rejects.toMatchObject({
      type: 'InvalidWorkItem',
      details: [[{ field: 'config.validation.reviewer_models[1].provider' }]],
    });
    await expect(admit(item, { fleet: { llm: { models: SCRIPTED } } })).resolves.toBeDefined();
  });
});

describe('which checks are asked', () => {
  const asked = { asked: true };

  it('all of them, unless somebody says otherwise', async () => {
    const { plan } = await admit();
    expect(plan.enabled).toBe(true);
    expect(plan.checks).toEqual({
      tests: asked,
      lint: asked,
      security_scan: asked,
      pr_comments: asked,
      stale_diff: asked,
      adversarial_review: asked,
    });
  });

  it.each([
    ['tests', 'run_tests'],
    ['lint', 'run_lint'],
    ['security_scan', 'security_scan'],
    ['adversarial_review', 'adversarial_review'],
  ] as const)(
    '%s is disabled by %s of the work item, or of the settings, and the notes say by whom',
    async (check, name) => {
      const off = { validation: { [name]: false } };
      const byItem = await admit({ config: off });
      expect(byItem.plan.checks[check]).toEqual({ asked: false, because: 'disabled' });
      expect(byItem.plan.notes).toContain(`${check} is switched off by the work item (${name})`);
      const bySettings = await admit({ config: { validation: { [name]: null } } }, { fleet: off });
      expect(bySettings.plan.checks[check]).toEqual({ asked: false, because: 'disabled' });
      expect(bySettings.plan.notes).toContain(`${check} is switched off by the settings (${name})`);
      const againstSettings = await admit({ config: { validation: { [name]: true } } }, { fleet: off });
      expect(againstSettings.plan.checks[check]).toEqual(asked);
    },
  );

  it('null means the settings', async () => {
    const { plan } = await admit(
      { config: null },
      { fleet: { validation: { enabled: false }, implementation: { validators: 0 } } },
    );
    expect(plan.enabled).toBe(false);
    expect(plan.checks.adversarial_review).toEqual({ asked: false, because: 'no_reviewers' });
  });

  it('without a pull request its comments are not, and the head of the branch is', async () => {
    const { plan, source } = await admit({ pipeline: { pr_number: null } });
    expect(plan.checks.pr_comments).toEqual({ asked: false, because: 'no_pull_request' });
    expect(plan.checks.stale_diff).toEqual(asked);
    expect(plan.pullRequestMissing).toBe(false);
    expect(source).toMatchObject({ branch: 'fleet/fix-ledger-kit-318', prNumber: null });
  });

  it('a missing pull request is recorded where the settings require one', async () => {
    const required = { fleet: { validation: { require_pull_request: true } } };
    expect((await admit({ pipeline: { pr_number: null } }, required)).plan.pullRequestMissing).toBe(true);
    expect((await admit({}, required)).plan.pullRequestMissing).toBe(false);
  });
});

describe('the review panel', () => {
  it('has as many seats as the work item says, else the settings', async () => {
    const seats = async (item: Overrides<WorkItem>): Promise<number> => {
      const { panel } = (await admit(item)).plan;
      return panel.kind === 'seated' ? panel.seats.length : -1;
    };
    expect(await seats({})).toBe(3);
    expect(await seats({ config: { implementation: { validators: 1 } } })).toBe(1);
    expect(await seats({ config: { implementation: { validators: null } } })).toBe(3);
  });

  it('is empty with k = 0, and the review is skipped for want of reviewers', async () => {
    const { plan } = await admit({ config: { implementation: { validators: 0 } } });
    expect(plan.checks.adversarial_review).toEqual({ asked: false, because: 'no_reviewers' });
    expect(plan.panel).toEqual({ kind: 'seated', seats: [] });
  });

  it('is disabled rather than without reviewers where both are said', async () => {
    const { plan } = await admit({
      config: { implementation: { validators: 0 }, validation: { adversarial_review: false } },
    });
    expect(plan.checks.adversarial_review).toEqual({ asked: false, because: 'disabled' });
  });

  it('is asked and not seated where no model is configured: no review is not a passed one', async () => {
    const { plan } = await admit({}, { fleet: { llm: { models: [] } } });
    expect(plan.checks.adversarial_review).toEqual({ asked: true });
    expect(plan.panel).toMatchObject({ kind: 'not-seated' });
  });

  it('leaves out who wrote the change, unless the settings waive it', async () => {
    const trace = [{ stage: 'developer', provider: 'prov-1', model: 'alpha' }];
    const item = { config: { implementation: { validators: 1 } }, pipeline: { trace } };
    const only = { llm: { models: MODELS.slice(0, 1) } };
    const strict = await admit(item, { fleet: only });
    expect(strict.plan.panel.kind).toBe('not-seated');
    expect(strict.plan.excludedModels).toEqual([{ provider: 'prov-1', model: 'alpha' }]);
    const waived = await admit(item, { fleet: { ...only, validation: { allow_upstream_models: true } } });
    expect(waived.plan.panel.kind).toBe('seated');
    expect(waived.plan.notes.join()).toContain('waiver');
  });

  it('seats the models of the work item before those of the settings', async () => {
    const one = { implementation: { validators: 1 } };
    const model = (admission: Admission): unknown =>
      admission.plan.panel.kind === 'seated' && admission.plan.panel.seats[0]?.model;
    const fleet = { validation: { reviewer_models: [{ provider: 'prov-2', model: 'beta' }] } };
    const ofItem = { reviewer_models: [{ provider: 'prov-1', model: 'alpha' }] };
    expect(model(await admit({ config: { ...one, validation: ofItem } }, { fleet }))).toBe('alpha');
    expect(model(await admit({ config: one }, { fleet }))).toBe('beta');
    expect(model(await admit({ config: { ...one, validation: { reviewer_models: [] } } }, { fleet }))).toBe('beta');
  });

  it('says loudly that scripted reviewers looked at nothing', async () => {
    const all = await admit({}, { fleet: { llm: { models: SCRIPTED } } });
    expect(all.plan.notes).toContain('the reviewers are scripted: no model looked at this change');
    const some = await admit({}, { fleet: { llm: { models: [...SCRIPTED, ...MODELS.slice(0, 2)] } } });
    expect(some.plan.notes.join()).toMatch(/reviewers in seats \d are scripted/);
    expect((await admit()).plan.notes.join()).not.toContain('scripted');
  });
});

describe('the snapshot of the settings', () => {
  it('has the limits in milliseconds, and none that a timer would take for no limit', async () => {
    const { plan } = await admit(
      {},
      { fleet: { validation: { tests_timeout_seconds: 0.0001, deadline_seconds: 1.5 } } },
    );
    expect(plan.limits).toEqual({
      runMs: 1500,
      installMs: 300_000,
      testsMs: 1,
      lintMs: 120_000,
      scanMs: 120_000,
      reviewerMs: 120_000,
    });
  });

  it('has the gate of the settings, whatever the work item says', async () => {
    const item = {
      config: { validation: { quality_gate_threshold: 0, quality_weights: { security: 1 } } },
    } as Overrides<WorkItem>;
    const { plan } = await admit(item, { fleet: { validation: { quality_gate_threshold: 0.9 } } });
    expect(plan.gate).toEqual({
      threshold: 0.9,
      weights: { completeness: 0.35, correctness: 0.35, quality: 0.2, security: 0.1 },
    });
  });

  it('has what else decides', async () => {
    const { plan } = await admit(
      { pipeline: { attempt: 4 } },
      { fleet: { sandbox: 'required', validation: { allow_no_tests: true } } },
    );
    expect(plan).toMatchObject({ attempt: 4, sandbox: 'required', allowNoTests: true, node: 'w3' });
  });

  it('holds no secret and no second copy of the work item', async () => {
    const secrets = ['GITHUB_TOKEN', 'LEX_GIT_TOKEN', 'TEMPORAL_API_KEY'].map(
      (name) => [name, `${name}-${'0'.repeat(20)}`] as const,
    );
    const settings = loadSettings({ env: Object.fromEntries(secrets), cwd: '/nowhere' });
    const admitWorkItem = createAdmitWorkItem({ settings, searchAttributes: () => Promise.resolve([]), node: 'w3' });
    const recorded = JSON.stringify(await admitWorkItem({ work_item: aWorkItem({ description: 'x'.repeat(5000) }) }));
    for (const [, secret] of secrets) expect(recorded).not.toContain(secret);
    expect(recorded.length).toBeLessThan(3000);
  });

  it('leaves the work item as it was', async () => {
    const item = aWorkItem();
    const before = structuredClone(item);
    await activity()({ work_item: item });
    expect(item).toEqual(before);
  });
});

describe('where the change is', () => {
  it('is the forge of the settings', async () => {
    expect((await admit()).source).toEqual({
      cloneUrl: 'https://github.com/acme-labs/ledger-kit.git',
      branch: 'fleet/fix-ledger-kit-318',
      prNumber: 331,
      defaultBranch: 'main',
      headSha: null,
    });
    const { source } = await admit({}, { fleet: { git: { url_template: '/srv/{name}/{owner}/{name}.git' } } });
    expect(source.cloneUrl).toBe('/srv/ledger-kit/acme-labs/ledger-kit.git');
  });

  it('is what the work item says before that', async () => {
    const item = {
      repo: { clone_url: 'file:///srv/git/x.git', default_branch: 'trunk' },
      pipeline: { head_sha: 'ABCDEF0123'.repeat(4) },
    };
    expect((await admit(item)).source).toMatchObject({
      cloneUrl: 'file:///srv/git/x.git',
      defaultBranch: 'trunk',
      headSha: 'abcdef0123'.repeat(4),
    });
  });
});

describe('search attributes', () => {
  it('are those that the namespace knows', async () => {
    const { plan } = await activity({}, () => Promise.resolve(['LexVerdict']))({ work_item: aWorkItem() });
    expect(plan.searchAttributes).toEqual(['LexVerdict']);
  });

  it('are none where the namespace does not say: that costs nobody the verdict', async () => {
    const admitWorkItem = activity({}, () => Promise.reject(new Error('permission denied')));
    const admission = await new MockActivityEnvironment({}, { logger: new DefaultLogger('ERROR') }).run(admitWorkItem, {
      work_item: aWorkItem(),
    });
    expect((admission as Admission).plan.searchAttributes).toEqual([]);
  });

  it('are not asked for in vain: a bad work item is refused first', async () => {
    const searchAttributes = jest.fn(() => Promise.resolve<string[]>([]));
    await expect(activity({}, searchAttributes)({ work_item: {} })).rejects.toMatchObject({ type: 'InvalidWorkItem' });
    expect(searchAttributes).not.toHaveBeenCalled();
  });
});
