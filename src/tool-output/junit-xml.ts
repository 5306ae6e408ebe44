import { cleanText } from '../domain/clean-text.ts';
import type { Reading, TestFailure, TestReport } from '../domain/evidence.ts';
import { parseJunitSuites } from './junit-suites.ts';
import type { JunitCase, JunitSuite } from './junit-suites.ts';
import { shorten } from './read-json.ts';
import { NO_CONTEXT, repoPath } from './report-context.ts';
import type { ReportContext } from './report-context.ts';

/** JUnit's XML as node:test, pytest and many others write it: nested suites, declared counts compared with the cases. */
export function readJunitXml(text: string, context: ReportContext = NO_CONTEXT): Reading<TestReport> {
  if (text.trim() === '')
    return { kind: 'unreadable', because: 'the report is empty: the tool was gone before it could write it' };
  try {
    return { kind: 'read', report: toTestReport(parseJunitSuites(text), text, context) };
  } catch (error) {
    return { kind: 'unreadable', because: shorten((error as Error).message, 300) };
  }
}

function toTestReport(root: JunitSuite, text: string, context: ReportContext): TestReport {
  const cases = casesOf(root);
  const failed = cases.filter((one) => one.failure !== undefined);
  const broken = failed.filter((one) => isNamedAsFile(one, context));
  const skipped = cases.filter((one) => one.failure === undefined && one.skipped !== undefined);
  const ordinary = failed.filter((one) => !isNamedAsFile(one, context));
  return {
    passed: cases.length - failed.length - skipped.length,
    failed: ordinary.length,
    skipped: skipped.length,
    unfinished: 0,
    loadErrors: [...broken.map((one) => loadError(one, context)), ...failuresWithoutCase(text, failed.length)],
    failures: ordinary.map((one) => toFailure(one, context)),
    distrust: fileWithoutTests(cases, context) ?? disagreement(root),
  };
}

function casesOf(suite: JunitSuite): JunitCase[] {
  return [...suite.cases, ...suite.suites.flatMap(casesOf)];
}

/** node:test reports a whole file as one test of that name, absolute or (from Node 22) relative: when it did not load, when it holds no test, and when it left by `process.exit`. */
function isNamedAsFile({ name }: JunitCase, { expected }: ReportContext): boolean {
  if (/^(?:\/|[A-Za-z]:\\).*\.[cm]?[jt]sx?$/.test(name) || /^\S*test\S*\.[cm]?[jt]sx?$/i.test(name)) return true;
  return (expected ?? '').split('\n').some((file) => file !== '' && (file === name || file.endsWith(`/${name}`)));
}

function fileWithoutTests(cases: JunitCase[], context: ReportContext): string | undefined {
  const hollow = cases.find((one) => one.failure === undefined && isNamedAsFile(one, context));
  return hollow === undefined
    ? undefined
    : `${repoPath(hollow.name, context.roots)} reported no test of its own: it is empty, or its process left before they ran`;
}

/** node:test says no more of such a file than that it failed; why it did stands in the output alone. */
function loadError(one: JunitCase, context: ReportContext): string {
  const reason = /^\s*((?:\w*Error(?: \[\w+\])?|lex-validator): .+)$/m.exec(context.output)?.[1] ?? one.failure ?? '';
  return shorten(`${repoPath(one.name, context.roots)} failed as a whole: ${reason}`);
}

/** A parent test or a hook that fails after its subtests passed has no case in node:test's XML: only the closing count tells. */
function failuresWithoutCase(text: string, failedCases: number): string[] {
  const said = [...text.matchAll(/^\t<!-- (?:fail|cancelled) (\d+) -->$/gm)].reduce(
    (sum, match) => sum + Number(match[1]),
    0,
  );
  return said > 0 && failedCases === 0 ? [`${said} failed outside of a single test: a parent test or a hook`] : [];
}

/** A failing `todo` exits 0 in node:test. Here it is a failure: marking a test is no way to make it pass. */
function toFailure(one: JunitCase, context: ReportContext): TestFailure {
  const marked = one.skipped === 'todo' ? 'marked as todo, and it fails: ' : '';
  const file = one.file === undefined ? undefined : repoPath(one.file, context.roots);
  const message = shorten(cleanText(marked + (one.failure ?? 'failed')));
  return { name: cleanText(one.name), file, line: one.line, message };
}

/** Tools count either all cases below a suite or its direct children; any other number is a report that contradicts itself. */
function disagreement(suite: JunitSuite): string | undefined {
  const cases = casesOf(suite);
  const name = suite.name === '' ? 'the report' : `suite ${shorten(suite.name, 200)}`;
  const plausible = [cases.length, suite.cases.length + suite.suites.length];
  if (suite.tests !== undefined && !plausible.includes(suite.tests))
    return `${name} speaks of ${suite.tests} tests and holds ${cases.length}`;
  const failed = cases.filter((one) => one.failure !== undefined).length;
  if ((suite.failuresAndErrors ?? 0) > 0 && failed === 0)
    return `${name} speaks of ${suite.failuresAndErrors ?? 0} failures and shows none`;
  return suite.suites.map(disagreement).find((found) => found !== undefined);
}
