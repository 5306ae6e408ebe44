import type { Command } from 'commander';
import { judgeSecurity } from '../domain/judge-security.ts';
import type { ScanEvidence } from '../domain/evidence.ts';
import { findingsToSarif } from '../report/sarif.ts';
import { renderScan } from '../report/scan-findings.ts';
import { TEXT_RULES } from '../security/all-rules.ts';
import { scanFiles } from '../sandbox/scan-in-child.ts';
import { EXIT } from './exit-codes.ts';
import { findTarget } from './scan-roots.ts';
import { readChangesSince } from './scan-since.ts';
import { readTree } from './scan-tree.ts';
import { packageVersion } from './package-version.ts';
import { colorsFor, printResult } from './streams.ts';
import { UsageError } from './usage-error.ts';

interface ScanCommandOptions {
  base?: string;
  json?: boolean;
  sarif?: boolean;
}

const LIMIT_MS = 600_000;

export function addScan(program: Command): void {
  program
    .command('scan')
    .description('check 3 alone, without Temporal: secrets, dangerous patterns, tricks against the gate')
    .argument('[paths...]', 'files and folders; the current folder by default')
    .option('--base <ref>', 'only what changed since this commit or branch, also what is not committed')
    .option('--json', 'print the findings alone, as JSON')
    .option('--sarif', 'print the findings alone, as SARIF 2.1.0')
    .addHelpText('after', EXAMPLES)
    .action(async (paths: string[], options: ScanCommandOptions) => {
      if (options.json && options.sarif) throw new UsageError('Give --json or --sarif, not both.');
      const evidence = await scan(paths, options);
      printResult(write(evidence, options));
      process.exitCode = exitCodeOf(evidence);
    });
}

const EXAMPLES = `
Examples:
  $ lex-validator scan
  $ lex-validator scan lib/payments app/models/user.rb
  $ lex-validator scan --base main
  $ lex-validator scan --sarif > findings.sarif

In a repository without paths: what git has or would add; what it ignores only where it is named. .git never.
With --base: both sides of what the work tree changes since it left that commit, also what is not committed yet.

Exit code: 0 clean, 1 something blocks, 2 bad input, 3 something could not be scanned and nothing blocks.`;

async function scan(paths: string[], { base }: ScanCommandOptions): Promise<ScanEvidence> {
  const target = await findTarget(paths);
  if (base === undefined) return withoutRulesOfChanges(await scanAll(readTree(target)));
  return scanAll(readChangesSince(paths.length === 0 ? { ...target, paths: ['.'] } : target, base));
}

/** Settings are loosened by a change or not at all: a tree by itself may have what settings it likes. */
function withoutRulesOfChanges(evidence: ScanEvidence): ScanEvidence {
  const ofAChange = new Set(TEXT_RULES.filter((rule) => rule.ofAChange === true).map(({ id }) => id));
  return { ...evidence, findings: evidence.findings.filter(({ rule }) => !ofAChange.has(rule)) };
}

function scanAll(inputs: Parameters<typeof scanFiles>[0]): Promise<ScanEvidence> {
  return scanFiles(inputs, { timeoutMs: LIMIT_MS }, new AbortController().signal);
}

function exitCodeOf(evidence: ScanEvidence): number {
  const { status } = judgeSecurity(evidence);
  if (status === 'failed') return EXIT.rejected;
  return status === 'passed' ? EXIT.approved : EXIT.notJudged;
}

function write(evidence: ScanEvidence, { json, sarif }: ScanCommandOptions): string {
  if (sarif) return JSON.stringify(findingsToSarif(evidence, packageVersion()), null, 2);
  return json ? toJson(evidence) : renderScan(evidence, colorsFor(process.stdout));
}

function toJson(evidence: ScanEvidence): string {
  const { toScan, ...rest } = evidence;
  return JSON.stringify({ status: judgeSecurity(evidence).status, to_scan: toScan, ...rest }, null, 2);
}
