/**
 * What a developer workflow needs to start a validation and to take its feedback. Workflow code may import it:
 * it reaches no Node built-in and no npm package, so that nothing but values and types enters the bundle.
 */
export { FEEDBACK_SIGNAL, VALIDATION_WORKFLOW, validationWorkflowId } from './domain/validation-request.ts';
export type { DeveloperAddress, ValidationRequest } from './domain/validation-request.ts';
export type { ValidationProgress } from './domain/validation-progress.ts';
export type { CheckResult, ReviewResult, ReviewerResult, Score, ValidationResult } from './domain/verdict.ts';
export type { WorkItem } from './domain/work-item.ts';
