import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Client } from '@temporalio/client';
import { startWorker } from '../src/worker.ts';
import type { TemporalTarget } from '../src/temporal/connect.ts';
import { runBareChain, type BareChain } from './bare-chain.ts';
import { benchSettings, runGate, type GateRun } from './gate-run.ts';
import { pushChange, type BenchProject } from './project.ts';
import { startStandIns } from './stand-ins.ts';

export interface AddedTime {
  project: BenchProject;
  bare: BareChain[];
  gate: GateRun[];
}

/** The gate and the bare chain by turns, so that whatever else the machine does falls on both; the first of each warms up and is left out. */
export async function measureAddedTime(
  project: BenchProject,
  { client, target, rounds }: { client: Client; target: TemporalTarget; rounds: number },
): Promise<AddedTime> {
  const folder = await mkdtemp(join(tmpdir(), 'lex-bench-'));
  const change = await pushChange(project, folder);
  const standIns = await startStandIns(() => change.headSha);
  const settings = benchSettings(folder, standIns);
  const worker = await startWorker(settings, target);
  const measured: AddedTime = { project, bare: [], gate: [] };
  try {
    for (let round = 0; round <= rounds; round += 1) {
      const bare = await runBareChain(project, change, standIns, folder);
      const gate = await runGate(project, change, { client, taskQueue: settings.temporal.task_queue });
      if (round === 0) continue;
      measured.bare.push(bare);
      measured.gate.push(gate);
    }
    return measured;
  } finally {
    await worker.stop();
    await standIns.close();
    await rm(folder, { recursive: true, force: true });
  }
}
