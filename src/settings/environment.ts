import type { SettingProblem } from './invalid-settings.ts';
import { readBrokerAddress } from './broker-address.ts';
import { said } from './settings-file.ts';
import { valueAt, withValueAt, type Tree } from './setting-tree.ts';

/** An environment variable that gives settings. */
export interface SettingVariable {
  name: string;
  /** Dotted names of the settings that it gives. */
  keys: readonly string[];
  /**
   * Settings that keep it out when the file says any of them. Empty where the variable wins over the file.
   * `GITHUB_…` are set by runners for whatever they do, so the file wins over them; `TEMPORAL_…` and `LEX_…` are set for us.
   */
  unless: readonly string[];
  /** The values by key, or what is wrong with the text. */
  read: (text: string, keys: readonly string[]) => Tree | string;
}

const FORGE_ADDRESSES = ['fleet.github.api_url', 'fleet.github.graphql_url'];

/** Each variable that gives a setting, with what it gives. */
export const SETTING_VARIABLES: readonly SettingVariable[] = [
  { name: 'GITHUB_TOKEN', keys: ['fleet.github.token'], unless: ['fleet.github.token'], read: asText },
  { name: 'GITHUB_API_URL', keys: ['fleet.github.api_url'], unless: FORGE_ADDRESSES, read: asText },
  { name: 'GITHUB_GRAPHQL_URL', keys: ['fleet.github.graphql_url'], unless: FORGE_ADDRESSES, read: asText },
  { name: 'LEX_GIT_TOKEN', keys: ['fleet.git.token'], unless: [], read: asText },
  { name: 'TEMPORAL_ADDRESS', keys: ['temporal.address'], unless: [], read: asText },
  { name: 'TEMPORAL_NAMESPACE', keys: ['temporal.namespace'], unless: [], read: asText },
  { name: 'TEMPORAL_API_KEY', keys: ['temporal.api_key'], unless: [], read: asText },
  { name: 'TEMPORAL_TLS', keys: ['temporal.tls.enabled'], unless: [], read: asFlag },
  { name: 'TEMPORAL_TLS_SERVER_NAME', keys: ['temporal.tls.server_name'], unless: [], read: asText },
  { name: 'TEMPORAL_TLS_SERVER_CA_CERT_PATH', keys: ['temporal.tls.ca_file'], unless: [], read: asText },
  { name: 'TEMPORAL_TLS_CLIENT_CERT_PATH', keys: ['temporal.tls.cert_file'], unless: [], read: asText },
  { name: 'TEMPORAL_TLS_CLIENT_KEY_PATH', keys: ['temporal.tls.key_file'], unless: [], read: asText },
  {
    name: 'LEX_AMQP_URL',
    keys: ['host', 'port', 'user', 'password', 'vhost', 'tls'].map((name) => `transport.connection.${name}`),
    unless: [],
    read: readBrokerAddress,
  },
];

/** Names of the variables that settings come from, and of the one that names the file. */
export const SETTING_ENVIRONMENT: readonly string[] = [
  'LEX_VALIDATOR_SETTINGS',
  ...SETTING_VARIABLES.map(({ name }) => name),
];

/** The tree with what the environment says, and what is wrong with that. The problems name variables, never values. */
export function withEnvironment(file: Tree, env: NodeJS.ProcessEnv): { tree: Tree; problems: SettingProblem[] } {
  let tree = file;
  const problems: SettingProblem[] = [];
  for (const { name, keys, unless, read } of SETTING_VARIABLES) {
    const text = said(env[name]);
    if (text === undefined || unless.some((key) => valueAt(file, key) != null)) continue;
    const given = read(text, keys);
    if (typeof given === 'string') problems.push({ key: name, problem: given });
    else for (const [key, value] of Object.entries(given)) tree = withValueAt(tree, key, value);
  }
  return { tree, problems };
}

function asText(text: string, keys: readonly string[]): Tree {
  return Object.fromEntries(keys.map((key) => [key, text]));
}

function asFlag(text: string, keys: readonly string[]): Tree | string {
  const word = text.toLowerCase();
  if (!['true', 'false', '1', '0'].includes(word)) return 'must be true or false';
  return Object.fromEntries(keys.map((key) => [key, word === 'true' || word === '1']));
}
