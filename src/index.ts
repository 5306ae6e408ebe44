/** The library: typed calls, no policy. */
export { explain, progress, startValidation, validate } from './client.ts';
export type { ValidationCall, ValidationHandle, ValidationOptions } from './client.ts';
export { connectClient } from './temporal/connect.ts';
export { InvalidWorkItem } from './intake/invalid-work-item.ts';
export { FEEDBACK_SIGNAL, VALIDATION_WORKFLOW, validationWorkflowId } from './domain/validation-request.ts';
export type { Explanation } from './domain/explain-verdict.ts';
export type { DeveloperAddress, ValidationRequest } from './domain/validation-request.ts';
export type { ValidationProgress } from './domain/validation-progress.ts';
export type { CheckResult, ReviewResult, ReviewerResult, Score, ValidationResult } from './domain/verdict.ts';
export type { WorkItem } from './domain/work-item.ts';
