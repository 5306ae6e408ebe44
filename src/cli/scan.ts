import type { Command } from 'commander';
import { judgeSecurity } from '../domain/judge-security.ts';
import type { ScanEvidence } from '../domain/evidence.ts';
import { renderScan } from '../report/scan-findings.ts';
import { scanFiles } from '../sandbox/scan-in-child.ts';
import { EXIT } from './exit-codes.ts';
import { findTarget } from './scan-roots.ts';
import { readChangesSince } from './scan-since.ts';
import { readTree } from './scan-tree.ts';
import { printResult } from './streams.ts';

interface ScanCommandOptions {
  base?: string;
  json?: boolean;
}

const LIMIT_MS = 600_000;

export function addScan(program: Command): void {
  program
    .command('scan')
    .description('check 3 alone, without Temporal: secrets, dangerous patterns, tricks against the gate')
    .argument('[paths...]', 'files and folders; the current folder by default')
    .option('--base <ref>', 'only what changed since this commit or branch, also what is not committed')
    .option('--json', 'print the findings alone, as JSON')
    .addHelpText('after', EXAMPLES)
    .action(async (paths: string[], options: ScanCommandOptions) => {
      const evidence = await scan(paths, options);
      printResult(options.json ? toJson(evidence) : renderScan(evidence));
      process.exitCode = exitCodeOf(evidence);
    });
}

const EXAMPLES = `
Examples:
  $ lex-validator scan
  $ lex-validator scan lib/payments app/models/user.rb
  $ lex-validator scan --base main --json

Exit code: 0 clean, 1 something blocks, 2 bad input, 3 something could not be scanned and nothing blocks.`;

async function scan(paths: string[], { base }: ScanCommandOptions): Promise<ScanEvidence> {
  const target = await findTarget(paths);
  if (base === undefined) return scanAll(readTree(target));
  return scanAll(readChangesSince(paths.length === 0 ? { ...target, paths: ['.'] } : target, base));
}

function scanAll(inputs: Parameters<typeof scanFiles>[0]): Promise<ScanEvidence> {
  return scanFiles(inputs, { timeoutMs: LIMIT_MS }, new AbortController().signal);
}

function exitCodeOf(evidence: ScanEvidence): number {
  const { status } = judgeSecurity(evidence);
  if (status === 'failed') return EXIT.rejected;
  return status === 'passed' ? EXIT.approved : EXIT.notJudged;
}

function toJson(evidence: ScanEvidence): string {
  const { toScan, ...rest } = evidence;
  return JSON.stringify({ status: judgeSecurity(evidence).status, to_scan: toScan, ...rest }, null, 2);
}
