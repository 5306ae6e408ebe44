import { z } from 'zod';
import { CAPABILITIES } from '../domain/review-panel.ts';
import { MOST_REVIEWERS } from '../intake/work-item-schema.ts';
import { count, forgeAddress, seconds, text, urlTemplate, webAddress } from './kinds.ts';
import { field, optional, section, setting } from './setting.ts';
import { validationSettings } from './validation-settings.ts';

const capability = z.enum(CAPABILITIES, `must be one of ${CAPABILITIES.join(', ')}`);
const variableName = text.regex(/^[A-Za-z_][A-Za-z0-9_]*$/, 'must be the name of an environment variable');

const model = z.object({
  provider: field(text, { effect: 'Name of the provider; `scripted` answers from a script and looks at nothing.' }),
  model: field(text, { effect: 'Name of the model, as the provider spells it.' }),
  capability: field(capability.optional(), {
    effect: 'Seats that it is preferred for: `basic`, `moderate` or `reasoning`.',
    byDefault: 'any seat',
  }),
  base_url: field(webAddress.optional(), {
    effect: 'Address of an OpenAI-compatible endpoint, up to and including its version.',
    byDefault: "the known provider's own",
  }),
  api_key_env: field(variableName.optional(), {
    effect: 'Name of the environment variable that holds the key. The key itself is never in the file.',
    byDefault: "the known provider's customary one; none with a `base_url`",
  }),
  answers_as: field(z.array(text, 'must be a list of names').max(16).optional(), {
    effect: 'Other names that its replies may carry. A reply under any other name is no answer.',
    byDefault: 'none',
  }),
  max_output_tokens: field(count(1, 1_000_000).optional(), {
    effect: 'Most tokens of one answer, where the model allows fewer than we ask for.',
    unit: 'tokens',
    byDefault: 'what we ask for',
  }),
});

const github = section(
  z.object({
    token: optional(text, {
      effect: 'Reads pull requests, and fetches from the forge unless `fleet.git.token` is set.',
    }),
    api_url: setting(forgeAddress, 'https://api.github.com', { effect: "Address of the forge's REST API." }),
    graphql_url: optional(forgeAddress, {
      effect: "Address of the forge's GraphQL API.",
      byDefault: 'null (the one that belongs to `fleet.github.api_url`)',
    }),
    bot_username: optional(text, {
      effect: 'Login of the fleet on the forge: its comments are not feedback by a person.',
    }),
  }),
  { others: 'refused', ofTheFleet: ['pr_files_per_page'] },
);

const git = section(
  z.object({
    url_template: setting(urlTemplate, 'https://github.com/{owner}/{name}.git', {
      effect: 'Where a repository is fetched from, unless the work item has `repo.clone_url`.',
    }),
    token: optional(text, {
      effect: 'Token for fetching over https from the host of `fleet.git.url_template`.',
      byDefault: "null (the forge's token, for the forge's host only)",
    }),
  }),
  { others: 'refused', ofTheFleet: ['depth'] },
);

const transport = section(
  z.object({
    retry_base_delay_seconds: setting(seconds, 1, {
      unit: 'seconds',
      effect: 'First delay before a message is tried again.',
    }),
    retry_max_delay_seconds: setting(seconds, 30, {
      unit: 'seconds',
      effect: 'Longest delay before a message is tried again.',
    }),
    prefetch: setting(count(1, 1000), 16, {
      effect: 'Messages that the bridge takes from the queue before Temporal has accepted them, at most.',
    }),
    results: setting(z.enum(['fleet', 'direct'], 'must be fleet or direct'), 'direct', {
      effect: 'Shape of published results: `fleet` for its task exchange, `direct` straight to the next stage.',
    }),
  }),
);

const workspace = section(
  z.object({
    base_dir: setting(text, '~/.legionio/fleet/repos', {
      path: true,
      effect: 'Folder for the mirrors of repositories and the checkouts of runs.',
    }),
  }),
  {
    others: 'refused',
    ofTheFleet: ['worktree_base', 'repo_base', 'isolation', 'cleanup_on_complete', 'cleanup_clones'],
  },
);

/** The `fleet:` tree, which we share with the other stages. */
export const fleetSettings = section(
  z.object({
    validation: validationSettings,
    implementation: section(
      z.object({
        validators: setting(count(0, MOST_REVIEWERS), 3, {
          effect: 'k, the number of reviewers, where the work item does not say it. 0 skips check 6.',
        }),
        max_iterations: setting(count(1, 1000), 5, {
          effect:
            'Attempts that the developer may make, where the work item does not say it: then a rejection escalates.',
        }),
      }),
      { others: 'refused', ofTheFleet: ['solvers', 'models'] },
    ),
    llm: section(
      z.object({
        validator_timeout_seconds: setting(seconds, 120, {
          unit: 'seconds',
          effect: "Limit of one reviewer's answer.",
        }),
        models: setting(z.array(model, 'must be a list of models').max(64), [], {
          effect: 'The models that may sit on the review panel.',
          entry: model,
        }),
      }),
      { others: 'refused', ofTheFleet: ['thinking_budget_base_tokens', 'thinking_budget_max_tokens'] },
    ),
    github,
    git,
    sandbox: setting(z.enum(['preferred', 'required'], 'must be preferred or required'), 'preferred', {
      effect: '`preferred` runs without bubblewrap where it is missing, with a note; `required` makes that unjudged.',
    }),
    install: section(
      z.object({
        network: setting(z.enum(['none', 'shared'], 'must be none or shared'), 'none', {
          effect: '`shared` lets the installation of dependencies reach the network; tests and lint never can.',
        }),
      }),
    ),
    workspace,
    artifacts: section(
      z.object({
        dir: setting(text, '~/.legionio/fleet/artifacts', {
          path: true,
          effect: 'Folder for long evidence: output of commands, diffs, prompts, replies.',
        }),
      }),
    ),
    poison_message_threshold: setting(count(1, 1000), 2, {
      effect: 'How often a message whose work item could not be judged is tried before it is published as rejected.',
    }),
    transport,
  }),
  {
    others: 'refused',
    ofTheFleet: [
      ...['enabled', 'sources', 'materialization', 'work_item', 'cache', 'planning', 'feedback', 'context'],
      ...['model_selection', 'tracing', 'safety', 'selection', 'escalation'],
    ],
  },
);
