import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { loadSettings, SETTING_ENVIRONMENT } from '../../src/settings.ts';
import { composeSchema, type ComposeService } from './compose-schema.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const read = (path: string) => readFileSync(`${ROOT}${path}`, 'utf8');

const compose = composeSchema.parse(parse(read('docker-compose.yml'), { merge: true }));
const services = Object.entries(compose.services);
const ours = services.filter(([, { image }]) => image.startsWith('lex-validator:'));
const packageVersion = (JSON.parse(read('package.json')) as { version: string }).version;

function serviceOf(name: string): ComposeService {
  const found = compose.services[name];
  if (found === undefined) throw new Error(`there is no service ${name}`);
  return found;
}

/** `NAME` to whether the file asks for a value, as in `${NAME:?…}`; the text is read as it is, comments left out. */
function variablesOf(text: string): Map<string, boolean> {
  const uncommented = text.replaceAll(/^\s*#.*$/gm, '').replaceAll('$$', '');
  const found = uncommented.matchAll(/\$\{?([A-Za-z_][A-Za-z0-9_]*)(:\?)?/g);
  const variables = new Map<string, boolean>();
  for (const [, name = '', needed] of found)
    variables.set(name, (variables.get(name) ?? false) || needed !== undefined);
  return variables;
}

/** Each variable of `.env.example` with its value. */
const example = new Map(
  [...read('.env.example').matchAll(/^([A-Z][A-Z0-9_]*)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value]),
);

/** With every variable that the file asks for set, what one service's environment is. */
function environmentOf(service: ComposeService, env: Record<string, string>): Record<string, string> {
  const fill = (text: string) =>
    text.replaceAll(/\$\{([A-Z_]+)(?::-([^}]*)|:\?[^}]*)?\}/g, (_whole, name: string, otherwise?: string) => {
      const value = env[name];
      return value === undefined || value === '' ? (otherwise ?? '') : value;
    });
  return Object.fromEntries(Object.entries(service.environment ?? {}).map(([name, value]) => [name, fill(value)]));
}

describe('images', () => {
  it.each(services)('%s names one exact version', (_name, { image }) => {
    expect(image).toMatch(/^[a-z0-9/-]+:\d+\.\d+\.\d+(-[a-z0-9.]+)?$|^postgres:\d+\.\d+-[a-z]+$/);
    expect(image).not.toMatch(/auto-setup|latest/);
  });

  it('of the server and its tools have one version', () => {
    const temporal = services
      .map(([, { image }]) => image)
      .filter((image) => /temporalio\/(server|admin-tools):/.test(image));
    expect(new Set(temporal.map((image) => image.split(':')[1])).size).toBe(1);
    expect(temporal).toHaveLength(3);
  });

  it('of our own is the package’s version and is built once', () => {
    expect(new Set(ours.map(([, { image }]) => image))).toEqual(new Set([`lex-validator:${packageVersion}`]));
    expect(ours.filter(([, { build }]) => build !== undefined)).toHaveLength(1);
  });

  it('that ours is built from is exact too, and the same for both stages', () => {
    const from = [...read('Dockerfile').matchAll(/^FROM (\S+)/gm)].map(([, image]) => image);
    expect(from).toHaveLength(2);
    expect(new Set(from).size).toBe(1);
    expect(from[0]).toMatch(/^node:20\.\d+\.\d+-bookworm-slim$/);
  });
});

describe('starting in order', () => {
  const isOneShot = ({ restart }: ComposeService) => restart.startsWith('on-failure');

  it.each(services)('%s has a health check, or runs once', (_name, service) => {
    expect(service.healthcheck === undefined).toBe(isOneShot(service));
  });

  it.each(services)('%s waits for what is there, in the way that it can be waited for', (_name, { depends_on }) => {
    for (const [other, { condition }] of Object.entries(depends_on ?? {})) {
      const expected = isOneShot(serviceOf(other)) ? 'service_completed_successfully' : 'service_healthy';
      expect(condition).toBe(expected);
    }
  });

  it.each(services)('%s shares a network with what it waits for', (_name, { depends_on, networks }) => {
    for (const other of Object.keys(depends_on ?? {})) {
      expect(serviceOf(other).networks.some((network) => networks.includes(network))).toBe(true);
    }
  });

  it('names no volume or network that is not declared, and declares none that is not used', () => {
    const used = services.flatMap(([, { volumes = [] }]) => volumes.map((volume) => volume.split(':')[0] ?? ''));
    const named = used.filter((source) => !source.startsWith('.'));
    expect(new Set(named)).toEqual(new Set(Object.keys(compose.volumes)));
    expect(new Set(services.flatMap(([, { networks }]) => networks))).toEqual(new Set(Object.keys(compose.networks)));
  });

  it('mounts and copies only files that are there', () => {
    const mounted = services.flatMap(([, { volumes = [] }]) => volumes.map((volume) => volume.split(':')[0] ?? ''));
    const scripts = services.flatMap(
      ([, { healthcheck }]) => healthcheck?.test.filter((word) => word.endsWith('.mjs')) ?? [],
    );
    const copied = [...read('Dockerfile').matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, sources = '']) =>
      sources.split(' '),
    );
    for (const path of [...mounted.filter((source) => source.startsWith('.')), ...scripts, ...copied]) {
      expect([path, existsSync(`${ROOT}${path}`)]).toEqual([path, true]);
    }
    expect(copied.filter((path) => !read('.dockerignore').split('\n').includes(`!${path}`))).toEqual([]);
  });

  it('opens ports to this machine alone', () => {
    for (const port of services.flatMap(([, { ports = [] }]) => ports)) expect(port).toMatch(/^127\.0\.0\.1:\d+:\d+$/);
  });
});

describe('secrets', () => {
  const asked = variablesOf(read('docker-compose.yml'));

  it('and all other variables of the file stand in .env.example, and nothing else does', () => {
    expect([...asked.keys()].sort()).toEqual([...example.keys()].sort());
  });

  it('have no value in .env.example, and no default in the file', () => {
    const secrets = [...example.keys()].filter((name) => /PASSWORD|TOKEN|KEY/.test(name));
    expect(secrets).toContain('POSTGRES_PASSWORD');
    expect(secrets.filter((name) => example.get(name) !== '')).toEqual([]);
    expect(read('docker-compose.yml')).not.toMatch(/\$\{[A-Z_]*(PASSWORD|TOKEN|KEY):-[^}]/);
  });

  it('without which nothing works are asked for before anything starts', () => {
    const needed = [...asked].filter(([, isNeeded]) => isNeeded).map(([name]) => name);
    expect(needed.sort()).toEqual(['GITHUB_TOKEN', 'POSTGRES_PASSWORD', 'RABBITMQ_PASSWORD']);
  });

  it('of the forge and the models are the worker’s alone', () => {
    const holders = services.filter(([, { environment = {} }]) =>
      Object.keys(environment).some((name) => /TOKEN|API_KEY/.test(name)),
    );
    expect(holders.map(([name]) => name)).toEqual(['worker']);
  });

  it('are not in the image', () => {
    expect(read('.dockerignore').split('\n')[0]).toBe('*');
    expect(read('Dockerfile')).not.toMatch(/^(ARG|ENV) .*(TOKEN|KEY|PASSWORD)/m);
  });
});

describe('settings', () => {
  const filled = { RABBITMQ_PASSWORD: 'p4ss', GITHUB_TOKEN: 'a-token', POSTGRES_PASSWORD: 'p4ss' };
  const settingsFile = `${ROOT}docker/lex-validator.yml`;
  const settingsOf = (name: string) =>
    loadSettings({ file: settingsFile, env: environmentOf(serviceOf(name), filled), cwd: ROOT });
  const modelKeys = settingsOf('worker').fleet.llm.models.map(({ api_key_env }) => api_key_env ?? '');

  it.each(ours)('%s sets only variables that are read', (_name, { environment = {} }) => {
    const known = new Set([...SETTING_ENVIRONMENT, ...modelKeys]);
    expect(Object.keys(environment).filter((name) => !known.has(name))).toEqual([]);
  });

  it('of the deployment are all settings that we have', () => {
    expect(settingsOf('worker').fleet.sandbox).toBe('required');
    expect(settingsOf('worker').fleet.github).toMatchObject({ token: 'a-token', api_url: 'https://api.github.com' });
    expect(settingsOf('worker').temporal).toMatchObject({ address: 'temporal:7233', namespace: 'lex-validator' });
  });

  it.each(['bridge', 'worker'])('lead the %s to the broker, as the user that the broker makes', (name) => {
    const broker = serviceOf('rabbitmq').environment ?? {};
    const { connection } = settingsOf(name).transport;
    expect(connection).toMatchObject({
      host: 'rabbitmq',
      port: 5672,
      user: 'lex-validator',
      password: 'p4ss',
      vhost: '/',
    });
    expect(environmentOf({ ...serviceOf('rabbitmq'), environment: broker }, filled)).toEqual({
      RABBITMQ_DEFAULT_USER: connection.user,
      RABBITMQ_DEFAULT_PASS: connection.password,
    });
  });

  it('name models for all seats, with keys that the worker is given', () => {
    expect(settingsOf('worker').fleet.llm.models.map(({ capability }) => capability)).toEqual([
      'basic',
      'moderate',
      'reasoning',
    ]);
    expect(modelKeys.filter((name) => !(name in (serviceOf('worker').environment ?? {})))).toEqual([]);
  });

  it('keep mirrors and artifacts on the volume, in a folder that the image makes for its user', () => {
    const { workspace, artifacts } = settingsOf('worker').fleet;
    expect(serviceOf('worker').volumes).toContain('worker-data:/var/lib/lex-validator');
    expect([workspace.base_dir, artifacts.dir].every((dir) => dir.startsWith('/var/lib/lex-validator/'))).toBe(true);
    expect(read('Dockerfile')).toMatch(/install -d -o lex -g lex \/var\/lib\/lex-validator/);
  });

  it.each(ours)('%s reads the file that is mounted', (_name, { environment = {}, volumes = [] }) => {
    expect(volumes).toContain(`./docker/lex-validator.yml:${environment.LEX_VALIDATOR_SETTINGS ?? ''}:ro`);
  });
});

describe('the sandbox in a container', () => {
  it('gets what bubblewrap needs, and the worker nothing beside', () => {
    const { security_opt, cap_drop } = serviceOf('worker');
    const forBubblewrap = ['seccomp=unconfined', 'apparmor=unconfined', 'systempaths=unconfined'];
    expect(security_opt).toEqual([...forBubblewrap, 'no-new-privileges=true']);
    expect(cap_drop).toEqual(['ALL']);
    expect(read('Dockerfile')).toMatch(/^USER lex$/m);
    expect(read('Dockerfile')).toMatch(/\bbubblewrap\b/);
  });
});

describe('scripts', () => {
  const scripts = readdirSync(`${ROOT}docker/temporal`).filter((file) => file.endsWith('.sh'));

  it.each(scripts)('%s is a shell script without mistakes of syntax that stops at the first failure', (file) => {
    const { status, stderr } = spawnSync('sh', ['-n', `${ROOT}docker/temporal/${file}`], { encoding: 'utf8' });
    expect([status, stderr]).toEqual([0, '']);
    expect(read(`docker/temporal/${file}`)).toMatch(/^set -eu$/m);
  });

  it.each(scripts)('%s gets every variable that it reads', (file) => {
    const user = services.find(([, { entrypoint = [] }]) => entrypoint.some((word) => word.endsWith(`/${file}`)));
    const own = new Set([...read(`docker/temporal/${file}`).matchAll(/^\s*([a-z_]+)=/gm)].map(([, name]) => name));
    const wanted = [...variablesOf(read(`docker/temporal/${file}`)).keys()].filter((name) => !own.has(name));
    expect(wanted.filter((name) => !(name in (user?.[1].environment ?? {})))).toEqual([]);
  });
});
