import { Context } from '@temporalio/activity';
import type { Outcome } from '../domain/check.ts';
import type { CommandEnd, Reading } from '../domain/evidence.ts';
import type { Plan, ToolRequest } from '../languages/choose-tool.ts';
import type { ReportContext } from '../tool-output/report-context.ts';
import { withHeartbeat } from './heartbeat.ts';
import { installDependencies } from './install-dependencies.ts';
import type { Checkout, CheckoutOwner } from './ports.ts';
import { readRepository } from './read-repository.ts';
import type { RunToolInput, ToolDependencies } from './tool-input.ts';
import { toldBeside } from './tool-notes.ts';
import { readReport, runPlanned } from './tool-run.ts';

/** What differs between the tests and the lint check. */
export interface ToolCheck<Format extends string, Report> {
  kind: 'tests' | 'lint';
  plan: (request: ToolRequest) => Plan<Format>;
  readers: Record<Format, (text: string, context: ReportContext) => Reading<Report>>;
  judge: (evidence: ToolEvidence<Report>) => Outcome;
}

export interface ToolEvidence<Report> {
  command: string;
  end: CommandEnd;
  reading: Reading<Report>;
  tail: string;
}

/** A fresh checkout, its dependencies, one tool of the project's own, its report, a judgement; nothing is left behind. */
export function runTool<Format extends string, Report>(
  deps: ToolDependencies,
  input: RunToolInput,
  check: ToolCheck<Format, Report>,
): Promise<Outcome> {
  return withHeartbeat((signal) =>
    deps.checkouts.withCheckout(input.change, ownerOfCheckout(), signal, (checkout) =>
      runIn(checkout, { deps, input, check }, signal),
    ),
  );
}

interface Asked<Format extends string, Report> {
  deps: ToolDependencies;
  input: RunToolInput;
  check: ToolCheck<Format, Report>;
}

async function runIn<Format extends string, Report>(
  checkout: Checkout,
  { deps, input, check }: Asked<Format, Report>,
  signal: AbortSignal,
): Promise<Outcome> {
  const sides = await readRepository(checkout);
  const plan = check.plan({ sides, language: input.language, network: deps.installNetwork });
  if (plan.kind === 'unjudged') return { status: 'unjudged', because: plan.because };
  if (plan.tool.needs !== undefined && bringsModules(checkout)) {
    return {
      status: 'unjudged',
      because: `the change edits node_modules, from which ${plan.tool.needs.tool} would come`,
    };
  }
  const failure = plan.install && (await installDependencies(deps, { checkout, step: plan.install, input }, signal));
  if (failure) return failure;
  const run = await runPlanned(deps, { checkout, tool: plan.tool, input }, signal);
  const reading = await readReport(checkout, { tool: plan.tool, run, readers: check.readers });
  const outcome = check.judge({ command: plan.tool.shown, end: run.end, reading, tail: run.tail });
  return toldBeside(outcome, {
    checkout,
    run,
    command: plan.tool.command,
    kind: check.kind,
    configures: plan.profile?.configures[check.kind],
    artifacts: deps.artifacts,
  });
}

/** A change that ships its own runner would be judged by itself. */
function bringsModules({ changedFiles }: Checkout): boolean {
  return changedFiles.some(({ path, from }) => [path, from].some((one) => /^node_modules(?:\/|$)/.test(one ?? '')));
}

/** Attempts of one activity can overlap, so each has a checkout of its own. */
function ownerOfCheckout(): CheckoutOwner {
  const { workflowExecution, activityId, attempt } = Context.current().info;
  return { runId: workflowExecution?.runId ?? 'no-run', activityId, attempt };
}
