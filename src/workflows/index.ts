export { ValidationWorkflow } from './validation.ts';
