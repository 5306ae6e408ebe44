import { printableLine } from '../report/printable.ts';
import type { Diagnosis } from './diagnosis.ts';

const LIMIT_MS = 5_000;
const MAX_LIST_BYTES = 4_000_000;

interface Endpoint {
  /** Up to and including the version, as in `http://127.0.0.1:8080/v1`. */
  baseUrl: string;
  key: string | undefined;
  model: string;
}

type Probe = Omit<Diagnosis, 'what'>;

/**
 * Asks an OpenAI-compatible endpoint for its list of models, which costs nothing. A `/v1` that is missing or doubled is the usual
 * mistake, so where the address has no such list its neighbours are tried.
 */
export async function probeEndpoint(endpoint: Endpoint): Promise<Probe> {
  const answer = await askForModels(endpoint.baseUrl, endpoint.key);
  if (answer.kind === 'list') return describeList(endpoint, answer.names);
  if (answer.kind === 'unreachable')
    return missing(`${hostOf(endpoint)}: ${answer.because}`, 'start it, or correct base_url');
  if (answer.status === 401 || answer.status === 403)
    return missing(`${hostOf(endpoint)} refuses the key (${answer.status})`, 'put the right key into its variable');
  const better = await findBetterAddress(endpoint);
  if (better !== null)
    return missing(`${endpoint.baseUrl} has no list of models, ${better} has`, `set base_url: ${better}`);
  return missing(`${endpoint.baseUrl} answers ${answer.status} to a question for its models`, 'correct base_url');
}

function describeList({ model, ...endpoint }: Endpoint, names: readonly string[]): Probe {
  if (names.length === 0 || names.some((name) => name === model || name === `models/${model}`))
    return { state: 'ok', detail: `${hostOf(endpoint)} answers` };
  const listed = printableLine(names.slice(0, 5).join(', '), 200);
  return missing(`${hostOf(endpoint)} answers, but lists no such model (it has ${listed})`, 'correct the model’s name');
}

async function findBetterAddress({ baseUrl, key }: Endpoint): Promise<string | null> {
  const plain = baseUrl.replace(/\/+$/, '');
  const neighbours = [`${plain}/v1`, plain.replace(/\/v1(?=\/v1$)/, ''), plain.replace(/\/v1$/, '')];
  for (const address of neighbours.filter((neighbour) => neighbour !== plain))
    if ((await askForModels(address, key)).kind === 'list') return address;
  return null;
}

type ListAnswer =
  { kind: 'list'; names: string[] } | { kind: 'refused'; status: number } | { kind: 'unreachable'; because: string };

async function askForModels(baseUrl: string, key: string | undefined): Promise<ListAnswer> {
  try {
    const response = await fetch(`${baseUrl.replace(/\/+$/, '')}/models`, {
      headers: key === undefined ? {} : { Authorization: `Bearer ${key}` },
      signal: AbortSignal.timeout(LIMIT_MS),
      redirect: 'manual',
    });
    const names = response.ok ? readNames(await boundedText(response)) : null;
    return names === null ? { kind: 'refused', status: response.status } : { kind: 'list', names };
  } catch (error) {
    return { kind: 'unreachable', because: reasonOf(error) };
  }
}

async function boundedText(response: Response): Promise<string> {
  let text = '';
  const decoder = new TextDecoder();
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk as Uint8Array, { stream: true });
    if (text.length > MAX_LIST_BYTES) return '';
  }
  return text;
}

/** `null` for what is no list of models, such as a page that says hello. */
function readNames(text: string): string[] | null {
  try {
    const { data } = JSON.parse(text) as { data?: unknown };
    if (!Array.isArray(data)) return null;
    return data.flatMap((entry: unknown) => {
      const { id } = (entry ?? {}) as { id?: unknown };
      return typeof id === 'string' ? [id] : [];
    });
  } catch {
    return null;
  }
}

function reasonOf(error: unknown): string {
  const { name, message, cause } = error as { name?: string; message?: string; cause?: { code?: string } };
  return name === 'TimeoutError' ? `no answer within ${LIMIT_MS / 1000} s` : (cause?.code ?? message ?? 'no answer');
}

function hostOf({ baseUrl }: Pick<Endpoint, 'baseUrl'>): string {
  return URL.canParse(baseUrl) ? new URL(baseUrl).host : 'its endpoint';
}

function missing(detail: string, remedy: string): Probe {
  return { state: 'missing', detail, remedy };
}
