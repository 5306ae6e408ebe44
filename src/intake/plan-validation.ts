import type { Admission, ValidationPlan } from '../domain/plan.ts';
import { seatPanel, type Seating } from '../domain/seat-panel.ts';
import type { WorkItem } from '../domain/work-item.ts';
import type { Settings } from '../settings/schema.ts';
import { askChecks, describeSwitchedOff, hasPullRequest, isSwitchedOn } from './asked-checks.ts';
import { findCheckoutSource } from './checkout-source.ts';
import { isScripted, requestedModels } from './requested-models.ts';

/** What admission knows beside the work item and the settings. */
export interface Circumstances {
  /** This machine's name, for the trace. */
  node: string;
  searchAttributes: string[];
}

/**
 * Decides from a good work item and the settings as they are now what the run will do. The work item's own config comes
 * before the settings; of the gate's weights and threshold only the settings decide. Holds no secret: it is recorded in the history.
 */
export function planValidation(workItem: WorkItem, settings: Settings, here: Circumstances): Admission {
  const { fleet } = settings;
  const k = workItem.config?.implementation?.validators ?? fleet.implementation.validators;
  const checks = askChecks(workItem, settings, k);
  const seating = seat(workItem, settings, checks.adversarial_review.asked ? k : 0);
  const plan: ValidationPlan = {
    enabled: isSwitchedOn(workItem, settings, 'enabled'),
    attempt: workItem.pipeline.attempt ?? 0,
    checks,
    pullRequestMissing: fleet.validation.require_pull_request && !hasPullRequest(workItem),
    gate: { threshold: fleet.validation.quality_gate_threshold, weights: { ...fleet.validation.quality_weights } },
    panel: seating.panel,
    excludedModels: seating.excludedModels,
    limits: limitsOf(settings),
    allowNoTests: fleet.validation.allow_no_tests,
    sandbox: fleet.sandbox,
    searchAttributes: here.searchAttributes,
    notes: [...describeSwitchedOff(workItem, settings), ...describeScripted(seating), ...seating.notes],
    node: here.node,
  };
  return { plan, source: findCheckoutSource(workItem, fleet.git.url_template) };
}

function seat(workItem: WorkItem, settings: Settings, k: number): Seating {
  return seatPanel({
    k,
    models: settings.fleet.llm.models,
    requested: requestedModels(workItem, settings),
    trace: workItem.pipeline.trace ?? null,
    allowUpstream: settings.fleet.validation.allow_upstream_models,
  });
}

function describeScripted({ panel }: Seating): string[] {
  if (panel.kind === 'not-seated') return [];
  const scripted = panel.seats.filter(isScripted).map(({ seat: number }) => number);
  if (scripted.length === 0) return [];
  if (scripted.length === panel.seats.length) return ['the reviewers are scripted: no model looked at this change'];
  return [`the reviewers in seats ${scripted.join(', ')} are scripted: no model looked at this change there`];
}

function limitsOf({ fleet: { validation, llm } }: Settings): ValidationPlan['limits'] {
  return {
    runMs: toMs(validation.deadline_seconds),
    installMs: toMs(validation.install_timeout_seconds),
    testsMs: toMs(validation.tests_timeout_seconds),
    lintMs: toMs(validation.lint_timeout_seconds),
    scanMs: toMs(validation.scan_timeout_seconds),
    reviewerMs: toMs(llm.validator_timeout_seconds),
  };
}

/** At least one: a limit of 0 means "no limit" to many a timer. */
function toMs(seconds: number): number {
  return Math.max(1, Math.round(seconds * 1000));
}
