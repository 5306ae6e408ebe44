import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { findSettingsFile, InvalidSettings, loadSettings, type Settings } from '../src/settings.ts';

const HOME = '/home/somebody';
let cwd: string;

beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), 'lex-settings-'));
});

afterEach(() => {
  rmSync(cwd, { recursive: true, force: true });
});

function load(yaml: string, env: NodeJS.ProcessEnv = {}): Settings {
  writeFileSync(join(cwd, 'lex-validator.yml'), yaml);
  return loadSettings({ env: { HOME, ...env }, cwd });
}

function refusalOf(work: () => unknown): InvalidSettings {
  try {
    work();
  } catch (error) {
    expect(error).toBeInstanceOf(InvalidSettings);
    return error as InvalidSettings;
  }
  throw new Error('these settings were taken');
}

function problemsOf(yaml: string, env: NodeJS.ProcessEnv = {}): Record<string, string> {
  const { problems } = refusalOf(() => load(yaml, env));
  return Object.fromEntries(problems.map(({ key, problem }) => [key, problem]));
}

/** Each line names the one before nine times: 9 to the power of `lines` values in all. */
function multiplied(lines: number): string {
  const names = Array.from({ length: lines }, (_, at) => `n${at}`);
  const more = names.slice(1).map((name, at) => `${name}: &${name} [${`*n${at}, `.repeat(9)}]`);
  return ['n0: &n0 [1]', ...more].join('\n');
}

describe('a slip in the settings is never passed over', () => {
  it.each([
    [
      'fleet: {validation: {require_pull_requests: true}}',
      'fleet.validation.require_pull_requests',
      'require_pull_request?',
    ],
    ['fleet: {validation: {run_test: true}}', 'fleet.validation.run_test', 'did you mean fleet.validation.run_tests?'],
    [
      'fleet: {validation: {quality_gate_treshold: 0.9}}',
      'fleet.validation.quality_gate_treshold',
      'quality_gate_threshold?',
    ],
    ['fleet: {validation: {quality_weights: {secruity: 1}}}', 'fleet.validation.quality_weights.secruity', 'security?'],
    ['fleet: {validaton: {enabled: true}}', 'fleet.validaton', 'did you mean fleet.validation?'],
    ['flet: {}', 'flet', 'did you mean fleet?'],
    ['temporl: {address: x}', 'temporl', 'did you mean temporal?'],
    ['fleet: {github: {tokn: x}}', 'fleet.github.tokn', 'did you mean fleet.github.token?'],
    ['fleet: {sandbxo: required}', 'fleet.sandbxo', 'did you mean fleet.sandbox?'],
    ['fleet: {llm: {models: [{provider: a, model: b, base_ulr: c}]}}', 'fleet.llm.models[0].base_ulr', 'base_url?'],
    [
      'transport: {connection: {username: me}}',
      'transport.connection.username',
      'did you mean transport.connection.user?',
    ],
    ['temporal: {taskqueue: q}', 'temporal.taskqueue', 'did you mean temporal.task_queue?'],
    ['fleet: {workspace: {basedir: /srv}}', 'fleet.workspace.basedir', 'did you mean fleet.workspace.base_dir?'],
  ])('%s names the key and its neighbour', (yaml, key, neighbour) => {
    expect(problemsOf(yaml)[key]).toContain(neighbour);
  });

  it('names the place of a key that stands in the wrong section', () => {
    expect(problemsOf('fleet: {validation: {validators: 5}}')).toEqual({
      'fleet.validation.validators': 'there is no such setting; did you mean fleet.implementation.validators?',
    });
  });

  it('refuses a section of ours at the top of the file, where nobody would read it', () => {
    expect(problemsOf('validation: {require_pull_request: true}').validation).toContain('fleet.validation');
  });

  it('lists what there may be where nothing is near', () => {
    expect(problemsOf('fleet: {install: {wibble: 1}}')['fleet.install.wibble']).toContain('here there may be network');
  });

  it('names every bad key at once, with the file and the way out', () => {
    const yaml = 'fleet: {validation: {run_tests: "no", deadline_seconds: -1}, sandbox: maybe, wibble: 1}';
    const error = refusalOf(() => load(yaml));
    expect(error.problems.map(({ key }) => key).sort()).toEqual([
      'fleet.sandbox',
      'fleet.validation.deadline_seconds',
      'fleet.validation.run_tests',
      'fleet.wibble',
    ]);
    expect(error.message).toContain(join(cwd, 'lex-validator.yml'));
    expect(error.message).toContain('docs/settings.md');
  });

  it.each(['lex-validator.yaml', 'lex_validator.yml'])('refuses %s, which nobody would read', (name) => {
    writeFileSync(join(cwd, name), 'fleet: {}');
    expect(refusalOf(() => loadSettings({ env: {}, cwd })).message).toContain(`${name} is not read`);
  });
});

describe('values', () => {
  it.each([
    ['fleet: {validation: {enabled: "false"}}', 'fleet.validation.enabled'],
    ['fleet: {validation: {run_lint: 0}}', 'fleet.validation.run_lint'],
    ['fleet: {validation: {quality_gate_threshold: "0.8"}}', 'fleet.validation.quality_gate_threshold'],
    ['fleet: {validation: {quality_gate_threshold: 1.01}}', 'fleet.validation.quality_gate_threshold'],
    ['fleet: {validation: {quality_gate_threshold: -0.1}}', 'fleet.validation.quality_gate_threshold'],
    ['fleet: {validation: {quality_gate_threshold: .nan}}', 'fleet.validation.quality_gate_threshold'],
    ['fleet: {validation: {tests_timeout_seconds: 0}}', 'fleet.validation.tests_timeout_seconds'],
    ['fleet: {validation: {tests_timeout_seconds: .inf}}', 'fleet.validation.tests_timeout_seconds'],
    ['fleet: {validation: {deadline_seconds: 99999999}}', 'fleet.validation.deadline_seconds'],
    ['fleet: {validation: []}', 'fleet.validation'],
    ['fleet: 3', 'fleet'],
    ['fleet: {validation: {quality_weights: 3}}', 'fleet.validation.quality_weights'],
    ['fleet: {implementation: {validators: -1}}', 'fleet.implementation.validators'],
    ['fleet: {implementation: {validators: 33}}', 'fleet.implementation.validators'],
    ['fleet: {implementation: {validators: 2.5}}', 'fleet.implementation.validators'],
    ['fleet: {llm: {models: {provider: a}}}', 'fleet.llm.models'],
    ['fleet: {llm: {models: [{provider: a}]}}', 'fleet.llm.models[0].model'],
    ['fleet: {llm: {models: [{provider: a, model: b, capability: expert}]}}', 'fleet.llm.models[0].capability'],
    ['fleet: {llm: {models: [{provider: a, model: b, api_key_env: "s k"}]}}', 'fleet.llm.models[0].api_key_env'],
    ['fleet: {llm: {models: [{provider: a, model: b, base_url: "ftp://x"}]}}', 'fleet.llm.models[0].base_url'],
    ['fleet: {llm: {models: [{provider: a, model: b, base_url: "https://u:p@x/v1"}]}}', 'fleet.llm.models[0].base_url'],
    ['fleet: {github: {api_url: "http://forge.example"}}', 'fleet.github.api_url'],
    ['fleet: {github: {token: 12}}', 'fleet.github.token'],
    ['fleet: {git: {url_template: "https://github.com/{owner}"}}', 'fleet.git.url_template'],
    ['fleet: {git: {url_template: "ext::sh -c {name}"}}', 'fleet.git.url_template'],
    ['fleet: {git: {url_template: "https://me:pw@h/{name}"}}', 'fleet.git.url_template'],
    ['fleet: {sandbox: true}', 'fleet.sandbox'],
    ['fleet: {install: {network: host}}', 'fleet.install.network'],
    ['fleet: {transport: {results: both}}', 'fleet.transport.results'],
    ['fleet: {poison_message_threshold: 0}', 'fleet.poison_message_threshold'],
    ['transport: {connection: {port: 70000}}', 'transport.connection.port'],
    ['temporal: {tls: {cert_file: a.pem}}', 'temporal.tls'],
    ['transport: {connection: {ca_file: a.pem}}', 'transport.connection'],
  ])('%s is refused by its name', (yaml, key) => {
    expect(Object.keys(problemsOf(yaml))).toEqual([key]);
  });

  it.each([
    ['one weight alone', '{completeness: 0.9}', 'sum to 1.55'],
    ['weights that sum to less', '{completeness: 0.3, correctness: 0.3, quality: 0.2, security: 0.1}', 'sum to 0.9'],
    ['weights just over a thousandth off', '{completeness: 0.3515}', 'sum to 1.0015'],
  ])('refuses %s', (_, weights, problem) => {
    const yaml = `fleet: {validation: {quality_weights: ${weights}}}`;
    expect(problemsOf(yaml)['fleet.validation.quality_weights']).toContain(problem);
  });

  it('refuses a negative weight even where the sum is right', () => {
    const yaml = 'fleet: {validation: {quality_weights: {completeness: 1.35, quality: -0.8}}}';
    expect(Object.keys(problemsOf(yaml)).sort()).toEqual([
      'fleet.validation.quality_weights.completeness',
      'fleet.validation.quality_weights.quality',
    ]);
  });

  it('takes weights whose sum is right but for the arithmetic', () => {
    const { quality_weights: weights } = load('fleet: {validation: {quality_weights: {completeness: 0.3505}}}').fleet
      .validation;
    expect(weights).toEqual({ completeness: 0.3505, correctness: 0.35, quality: 0.2, security: 0.1 });
  });

  it('takes null, an empty section and an empty file for the defaults', () => {
    const nothing = load('');
    expect(load('fleet: {validation: {enabled: null, reviewer_models: null}, llm: , github: {}}')).toEqual(nothing);
    expect(nothing.fleet.validation.enabled).toBe(true);
  });

  it('takes a port in quotes, which is how the fleet has it', () => {
    expect(load('transport: {connection: {port: "5673"}}').transport.connection.port).toBe(5673);
  });
});

describe('what is not ours', () => {
  it("takes the fleet's own tree, whole", () => {
    const settings = load(`
      fleet:
        enabled: true
        sources: []
        poison_message_threshold: 2
        transport: {retry_base_delay_seconds: 1, retry_max_delay_seconds: 30}
        git: {depth: 5}
        workspace: {base_dir: /srv/repos, worktree_base: ~/w, isolation: worktree, cleanup_on_complete: true, cleanup_clones: false}
        materialization: {strategy: clone}
        work_item: {description_max_bytes: 32768, instructions_max_bytes: 16384}
        cache: {dedup_ttl_seconds: 86400}
        planning: {enabled: true, solvers: 1, validators: 2, max_iterations: 5}
        implementation: {solvers: 1, validators: 1, max_iterations: 5, models: null}
        validation:
          enabled: true
          run_tests: true
          run_lint: true
          security_scan: true
          adversarial_review: true
          reviewer_models: null
          quality_gate_threshold: 0.8
          quality_weights: {completeness: 0.35, correctness: 0.35, quality: 0.20, security: 0.10}
        feedback: {drain_enabled: true}
        context: {load_repo_docs: true}
        llm: {thinking_budget_base_tokens: 16000, thinking_budget_max_tokens: 64000, validator_timeout_seconds: 60}
        model_selection: {basic_max: 0.3, moderate_max: 0.6}
        github: {pr_files_per_page: 30, bot_username: fleet-bot, token: null}
        tracing: {stage_comments: true}
        safety: {cancel_allowed: true}
        selection: {strategy: test_winner}
        escalation: {on_max_iterations: human, consent_domain: fleet.shipping}
      llm: {routing: {escalation: {enabled: true}}}
      node: {name: w7}
      logging: {level: info}
      transport: {type: rabbitmq, connected: false, retry_threshold: 3, connection: {heartbeat: 30, read_timeout: 1, connected: false, user: fleet}}
    `);
    expect(settings.fleet.implementation.validators).toBe(1);
    expect(settings.fleet.llm.validator_timeout_seconds).toBe(60);
    expect(settings.fleet.github.bot_username).toBe('fleet-bot');
    expect(settings.node.name).toBe('w7');
    expect(settings.transport.connection.user).toBe('fleet');
  });

  it('carries nothing of it along', () => {
    const settings = load('logging: {level: info}\nfleet: {planning: {solvers: 1}}\n');
    expect(settings).toEqual(load(''));
  });
});

describe('where settings come from', () => {
  function write(name: string, validators: number): string {
    const file = join(cwd, name);
    mkdirSync(join(file, '..'), { recursive: true });
    writeFileSync(file, `fleet: {implementation: {validators: ${validators}}}`);
    return file;
  }

  const kOf = (source: { file?: string; env: NodeJS.ProcessEnv }): number =>
    loadSettings({ cwd, ...source }).fleet.implementation.validators;

  it('takes the argument, then LEX_VALIDATOR_SETTINGS, then the working folder, then the defaults', () => {
    expect(kOf({ env: {} })).toBe(3);
    write('lex-validator.yml', 4);
    expect(kOf({ env: {} })).toBe(4);
    const named = write('conf/named.yml', 5);
    expect(kOf({ env: { LEX_VALIDATOR_SETTINGS: named } })).toBe(5);
    write('argument.yml', 6);
    expect(kOf({ file: 'argument.yml', env: { LEX_VALIDATOR_SETTINGS: named } })).toBe(6);
  });

  it('says which file is in use', () => {
    expect(findSettingsFile({ env: {}, cwd })).toBeNull();
    const file = write('lex-validator.yml', 4);
    expect(findSettingsFile({ env: {}, cwd })).toBe(file);
  });

  it.each([{ file: 'gone.yml', env: {} }, { env: { LEX_VALIDATOR_SETTINGS: 'gone.yml' } }])(
    'refuses a file that somebody named and that is not there: %j',
    (source) => {
      write('lex-validator.yml', 4);
      const error = refusalOf(() => loadSettings({ cwd, ...source }));
      expect(error.message).toContain(join(cwd, 'gone.yml'));
      expect(error.message).toContain('there is no such file');
    },
  );

  it('takes a variable that is set to nothing for one that is not set', () => {
    expect(kOf({ env: { LEX_VALIDATOR_SETTINGS: ' ' } })).toBe(3);
  });

  it('refuses a folder', () => {
    expect(refusalOf(() => loadSettings({ file: '.', env: {}, cwd })).message).toContain('cannot be read (EISDIR)');
  });

  it.each([
    ['text that is no YAML', 'fleet: {validation: '],
    ['a key that is said twice', 'fleet: {}\nfleet: {validation: {enabled: false}}'],
    ['a tag that makes objects', 'fleet: !!js/function "() => 1"'],
    ['two documents', 'fleet: {}\n---\nfleet: {}\n'],
    ['a list', '- fleet'],
    ['a text', 'fleet'],
    ['aliases that multiply', multiplied(10)],
  ])('refuses %s', (_, yaml) => {
    const { message } = refusalOf(() => load(yaml));
    expect(message).toMatch(/is not YAML|must be a tree/);
    expect(message).not.toMatch(/:$/);
  });
});

describe('the environment', () => {
  const secret = ['tok', 'en', '0123'].join('-');

  it('gives secrets', () => {
    const settings = load('', { GITHUB_TOKEN: secret, LEX_GIT_TOKEN: 'other', TEMPORAL_API_KEY: secret });
    expect(settings.fleet.github.token).toBe(secret);
    expect(settings.fleet.git.token).toBe('other');
    expect(settings.temporal.api_key).toBe(secret);
  });

  it('wins over the file where somebody set it for us', () => {
    const settings = load('temporal: {address: "file:1", namespace: file}', {
      TEMPORAL_ADDRESS: 'here:2',
      TEMPORAL_TLS: 'TRUE',
    });
    expect(settings.temporal).toMatchObject({ address: 'here:2', namespace: 'file', tls: { enabled: true } });
  });

  it('gives way to the file where a runner set it for whatever it does', () => {
    const settings = load('fleet: {github: {token: mine}}', { GITHUB_TOKEN: secret });
    expect(settings.fleet.github.token).toBe('mine');
  });

  it('never joins the address of one forge with that of another', () => {
    const env = { GITHUB_API_URL: 'https://api.github.com', GITHUB_GRAPHQL_URL: 'https://api.github.com/graphql' };
    const { github } = load('fleet: {github: {api_url: "https://forge.example/api/v3/"}}', env).fleet;
    expect(github).toMatchObject({ api_url: 'https://forge.example/api/v3', graphql_url: null });
    expect(load('', env).fleet.github.graphql_url).toBe('https://api.github.com/graphql');
  });

  it('gives the broker by one address', () => {
    const env = { LEX_AMQP_URL: 'amqps://fleet:p%40ss@mq.example/%2Fvalidation' };
    expect(load('transport: {connection: {host: file, port: 1}}', env).transport.connection).toEqual({
      host: 'mq.example',
      port: 5671,
      user: 'fleet',
      password: 'p@ss',
      vhost: '/validation',
      tls: true,
      ca_file: null,
    });
  });

  it.each([
    ['LEX_AMQP_URL', 'http://mq.example'],
    ['LEX_AMQP_URL', 'amqp://mq.example?heartbeat=5'],
    ['LEX_AMQP_URL', 'mq.example:5672'],
    ['TEMPORAL_TLS', 'perhaps'],
  ])('names %s where its text %s cannot be read', (name, value) => {
    expect(Object.keys(problemsOf('', { [name]: value }))).toEqual([name]);
  });

  it('never repeats a secret in what it says', () => {
    const { message } = refusalOf(() => load('fleet: {sandbox: 1}', { LEX_AMQP_URL: `amqp://me:${secret}@h?x=1` }));
    expect(message).not.toContain(secret);
    expect(message).toContain('LEX_AMQP_URL');
  });
});

describe('paths', () => {
  it('expands ~ with the home of the environment', () => {
    const { fleet } = load('fleet: {artifacts: {dir: ~/evidence}}');
    expect(fleet.artifacts.dir).toBe(`${HOME}/evidence`);
    expect(fleet.workspace.base_dir).toBe(`${HOME}/.legionio/fleet/repos`);
  });

  it('counts a relative path from the settings file, and leaves ~name alone', () => {
    const { fleet, temporal } = load(
      'fleet: {artifacts: {dir: evidence}, workspace: {base_dir: ~name}}\ntemporal: {tls: {ca_file: ca.pem}}',
    );
    expect(fleet.artifacts.dir).toBe(join(cwd, 'evidence'));
    expect(fleet.workspace.base_dir).toBe(join(cwd, '~name'));
    expect(temporal.tls.ca_file).toBe(join(cwd, 'ca.pem'));
  });
});
