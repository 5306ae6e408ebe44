import { mkdir, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { connectClient, connectNative, loopbackTarget } from '../src/temporal/connect.ts';
import { startEmbeddedServer } from '../src/temporal/embedded-server.ts';
import { explainMissingTemporal, findTemporalCli } from '../src/temporal/find-temporal-cli.ts';
import { packageRoot } from '../src/temporal/package-root.ts';
import { quietRuntime } from '../src/temporal/runtime-log.ts';
import { loadSettings } from '../src/settings.ts';
import { measureAddedTime, type AddedTime } from './added-time.ts';
import { JAVASCRIPT_PACKAGE, RUBY_GEM } from './project.ts';
import { median, seconds } from './statistics.ts';
import { measureThroughput, type Throughput } from './throughput.ts';

/** What the gate costs: time beside the bare commands, history, and throughput (bench/README.md). `npm run bench:gate` */
const ROUNDS = Number(process.argv[2] ?? 7);

function describeAddedTime({ project, bare, gate }: AddedTime): string[] {
  const of = (pick: (chain: AddedTime['bare'][number]) => number): number => median(bare.map(pick));
  const [chain, total] = [of((one) => one.total), median(gate.map((run) => run.total))];
  const ratio = median(gate.map((run, index) => run.total / (bare[index]?.total ?? Number.NaN)));
  return [
    `## ${project.name}`,
    '',
    '| median of the rounds | s |',
    '| --- | --- |',
    `| bare: checkout | ${seconds(of((one) => one.checkout))} |`,
    `| bare: tests, lint and scan at the same time | ${seconds(of((one) => one.checks))} |`,
    `| bare: reads | ${seconds(of((one) => one.reads))} |`,
    `| bare: slowest reviewer | ${seconds(of((one) => one.reviewer))} |`,
    `| bare chain | ${seconds(chain)} |`,
    `| gate | ${seconds(total)} |`,
    `| gate adds | ${seconds(total - chain)} |`,
    `| gate to bare chain, by rounds | ${ratio.toFixed(2)} |`,
    `| history of a run, k = 3 | ${String(median(gate.map((run) => run.events)))} events, ${String(median(gate.map((run) => run.bytes)))} bytes |`,
    '',
  ];
}

function describeThroughput({ validations, bareWorkflows }: Throughput): string[] {
  return [
    '## Work items a minute, no-op activities',
    '',
    `validations ${validations.toFixed(0)}, bare workflows with as many activities ${bareWorkflows.toFixed(0)}: ${(validations / bareWorkflows).toFixed(2)} of them`,
    '',
  ];
}

async function measure(): Promise<string[]> {
  quietRuntime();
  const cli = findTemporalCli();
  if (cli.kind !== 'binary')
    throw new Error(
      cli.kind === 'missing'
        ? explainMissingTemporal(cli.because)
        : 'unset TEMPORAL_ADDRESS: the bench starts a server of its own',
    );
  const server = await startEmbeddedServer({ cli: cli.path, uiPort: 'none' });
  const target = loopbackTarget(server);
  const client = await connectClient(target);
  const connection = await connectNative(target);
  try {
    const ruby = await measureAddedTime(RUBY_GEM, { client, target, rounds: ROUNDS });
    const javascript = await measureAddedTime(JAVASCRIPT_PACKAGE, { client, target, rounds: ROUNDS });
    const throughput = await measureThroughput(client, connection, loadSettings({ env: {}, cwd: '/' }));
    return [...describeAddedTime(ruby), ...describeAddedTime(javascript), ...describeThroughput(throughput)];
  } finally {
    await connection.close();
    await client.connection.close();
    await server.stop();
  }
}

const machine = `${String(availableParallelism())} cores, Node ${process.versions.node}, ${String(ROUNDS)} rounds`;
const report = [`# bench/gate: ${machine}`, '', ...(await measure())].join('\n');
process.stdout.write(report);
await mkdir(join(packageRoot(), 'bench', 'results'), { recursive: true });
await writeFile(join(packageRoot(), 'bench', 'results', 'gate.md'), report);
