/** Stages that a work item may be in when it comes to us (contract 9.7): the second is how some deployments loop back. */
const TAKEN = ['implemented', 'validated'];
const OTHER_STAGES = new Set(['intake', 'assessed', 'planned', 'shipped', 'escalated']);

/** Says why a work item in this stage is not validated, or `null`. */
export function findStageProblem(stage: string): string | null {
  if (TAKEN.includes(stage)) return null;
  const wanted = `validation takes work items that are ${TAKEN.join(' or ')}`;
  return OTHER_STAGES.has(stage) ? `is ${stage}: ${wanted}` : `is no stage of the fleet: ${wanted}`;
}
