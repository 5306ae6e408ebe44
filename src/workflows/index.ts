export { DeliverResultWorkflow } from './deliver-result.ts';
export { ValidationWorkflow } from './validation.ts';
