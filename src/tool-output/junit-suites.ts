import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { messageWithLines, repairQuotes } from './node-test-text.ts';

/** A `<testsuite>` or the root above it. */
export interface JunitSuite {
  name: string;
  /** Declared counts; absent where the tool does not say. */
  tests?: number;
  failuresAndErrors?: number;
  cases: JunitCase[];
  suites: JunitSuite[];
}

export interface JunitCase {
  name: string;
  file?: string;
  line?: number;
  /** Text of `<failure>` or `<error>`; absent for a case without one. */
  failure?: string;
  /** `todo` is node:test's: the case ran, and its failure did not count. */
  skipped?: 'skipped' | 'todo';
}

type Xml = Record<string, unknown>;

const LISTS = new Set(['testsuite', 'testcase', 'failure', 'error', 'skipped']);

/** An attribute prefix, because node:test writes a `failure` attribute and a `failure` element on one case. */
const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@_',
  parseTagValue: false,
  parseAttributeValue: false,
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- the newer option needs one more package for the same table
  htmlEntities: true,
  isArray: (name) => LISTS.has(name),
});

/** Validates first: the parser would read a file that was cut off as a shorter, greener one. Throws a sentence. */
export function parseJunitSuites(text: string): JunitSuite {
  if (/<!(?:DOCTYPE|ENTITY)/i.test(text)) throw new Error('the report declares a document type');
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- its successor is a package of its own; this one is pinned
  const valid = XMLValidator.validate(text);
  if (valid !== true) throw new Error(`the report is not whole XML (${valid.err.msg} at line ${valid.err.line})`);
  const document = parser.parse(text) as Xml;
  if ('testsuites' in document) return toSuite(isXml(document.testsuites) ? document.testsuites : {});
  if ('testsuite' in document) return { name: '', cases: [], suites: list(document.testsuite).map(toSuite) };
  throw new Error('the report has no testsuites element');
}

function toSuite(xml: Xml): JunitSuite {
  const failures = numberOf(xml['@_failures']);
  const errors = numberOf(xml['@_errors']);
  return {
    name: textOf(xml['@_name']) ?? '',
    tests: numberOf(xml['@_tests']),
    failuresAndErrors: failures === undefined && errors === undefined ? undefined : (failures ?? 0) + (errors ?? 0),
    cases: list(xml.testcase).map(toCase),
    suites: list(xml.testsuite).map(toSuite),
  };
}

function toCase(xml: Xml): JunitCase {
  const [failed] = [...many(xml.failure), ...many(xml.error)];
  const [skipped] = many(xml.skipped);
  const isSkipped = skipped !== undefined || ['notrun', 'skipped', 'disabled'].includes(textOf(xml['@_status']) ?? '');
  const name = textOf(xml['@_name']) ?? '';
  return {
    name: xml['@_classname'] === 'test' ? repairQuotes(name) : name,
    file: textOf(xml['@_file']),
    line: numberOf(xml['@_line']),
    failure: failed === undefined ? textOf(xml['@_failure']) : failureText(failed),
    skipped: isSkipped ? (isXml(skipped) && skipped['@_type'] === 'todo' ? 'todo' : 'skipped') : undefined,
  };
}

function failureText(failed: unknown): string {
  if (!isXml(failed)) return textOf(failed)?.trim() || 'failed';
  const message = textOf(failed['@_message'])?.trim() ?? '';
  const text = textOf(failed['#text'])?.trim() ?? '';
  return messageWithLines(message, text) || message || text || 'failed';
}

function isXml(value: unknown): value is Xml {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** All elements of a name, also an empty one, which the parser gives as a string. */
function many(value: unknown): unknown[] {
  return Array.isArray(value) ? value : value === undefined ? [] : [value];
}

function list(value: unknown): Xml[] {
  return many(value).map((one) => (isXml(one) ? one : {}));
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function numberOf(value: unknown): number | undefined {
  const number = typeof value === 'string' && value !== '' ? Number(value) : Number.NaN;
  return Number.isSafeInteger(number) ? number : undefined;
}
