import { runCli } from '../src/cli/run-cli.ts';
import { runExamples } from './run-examples.ts';

/** `npm start`: the bundled examples; with arguments, `lex-validator validate` of a work item of yours. */
const given = process.argv.slice(2);
process.exitCode = await runCli(given.length > 0 ? ['validate', ...given] : runExamples);
