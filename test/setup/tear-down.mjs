export { tearDown as default } from './shared-run.mjs';
