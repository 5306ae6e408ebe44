import type { Finding, ScanEvidence } from '../domain/evidence.ts';

/** The parts of SARIF 2.1.0 that we write. */
export interface SarifLog {
  $schema: string;
  version: '2.1.0';
  runs: [SarifRun];
}

interface SarifRun {
  tool: { driver: { name: string; semanticVersion: string; rules: SarifRule[] } };
  invocations: [
    {
      executionSuccessful: boolean;
      toolExecutionNotifications: { level: 'error'; message: { text: string }; locations: SarifLocation[] }[];
    },
  ];
  results: SarifResult[];
}

interface SarifRule {
  id: string;
  shortDescription: { text: string };
  defaultConfiguration: { level: 'error' | 'note' };
}

interface SarifResult {
  ruleId: string;
  ruleIndex: number;
  level: 'error' | 'note';
  message: { text: string };
  locations: [SarifLocation];
}

interface SarifLocation {
  physicalLocation: {
    artifactLocation: { uri: string; uriBaseId: '%SRCROOT%' };
    region?: { startLine: number; snippet?: { text: string } };
  };
}

/** GitHub refuses a run with more. */
const MOST_RESULTS = 25_000;

/** A path as a relative URI: blanks, `%`, `#` and all else escaped, and no first part that reads like a scheme. */
export function fileUri(path: string): string {
  return path
    .replace(/\p{Surrogate}/gu, '\uFFFD')
    .split('/')
    .map(encodeURIComponent)
    .join('/');
}

function locationOf(file: string, line: number, snippet?: string): SarifLocation {
  const region = { startLine: line, ...(snippet !== undefined && snippet !== '' && { snippet: { text: snippet } }) };
  return { physicalLocation: { artifactLocation: { uri: fileUri(file), uriBaseId: '%SRCROOT%' }, region } };
}

const levelOf = (finding: Finding): 'error' | 'note' => (finding.level === 'blocking' ? 'error' : 'note');

/** Each rule once, in the order of its first finding; one that ever blocks is an error by default. */
function rulesOf(findings: readonly Finding[]): SarifRule[] {
  const rules = new Map<string, SarifRule>();
  for (const finding of findings) {
    const known = rules.get(finding.rule);
    const level = known?.defaultConfiguration.level === 'error' ? 'error' : levelOf(finding);
    rules.set(finding.rule, {
      id: finding.rule,
      shortDescription: known?.shortDescription ?? { text: finding.why },
      defaultConfiguration: { level },
    });
  }
  return [...rules.values()];
}

/**
 * The findings as one SARIF 2.1.0 run that GitHub takes: what blocks is an `error`, the rest a `note`, blocking ones first where there are
 * too many. Files that could not be scanned make the run unsuccessful: an upload must not look like a clean scan.
 */
export function findingsToSarif(evidence: ScanEvidence, version: string): SarifLog {
  const sorted = [...evidence.findings].sort((a, b) => levelOf(a).localeCompare(levelOf(b)));
  const findings = sorted.slice(0, MOST_RESULTS);
  const rules = rulesOf(findings);
  const indexes = new Map(rules.map((rule, index) => [rule.id, index]));
  const results = findings.map((finding): SarifResult => ({
    ruleId: finding.rule,
    ruleIndex: indexes.get(finding.rule) ?? 0,
    level: levelOf(finding),
    message: { text: finding.why },
    // GitHub shows nothing without a line: a finding about the whole file, or about the old side, is shown on its first.
    locations: [locationOf(finding.file, finding.side === 'new' ? (finding.line ?? 1) : 1, finding.excerpt)],
  }));
  const notifications = evidence.unscanned.map(({ file, because }) => ({
    level: 'error' as const,
    message: { text: `${file} could not be scanned: ${because}` },
    locations: [locationOf(file, 1)],
  }));
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'lex-validator', semanticVersion: version, rules } },
        invocations: [{ executionSuccessful: notifications.length === 0, toolExecutionNotifications: notifications }],
        results,
      },
    ],
  };
}
