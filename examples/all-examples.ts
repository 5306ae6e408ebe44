import type { Session } from '../src/cli/session.ts';
import { tellVerdict } from '../src/cli/tell-verdict.ts';
import { validateWith } from '../src/cli/validate-with.ts';
import { validationWorkflowId } from '../src/domain/validation-request.ts';
import type { Example, ExampleEnd } from './example.ts';
import type { ExampleRepository, Variant } from './example-repository.ts';
import { exampleWorkItem } from './example-work-item.ts';
import { runDeveloperLoop } from './run-developer-loop.ts';

/** One that deserves to pass, one that does not, and the whole loop. */
export const EXAMPLES: readonly Example[] = [
  {
    title: 'A change that deserves to pass',
    expected: { verdict: 'approved', attempt: 0, named: [] },
    run: (session, repository) => validatePushed(session, repository, 'right'),
  },
  {
    title: 'A failing test, a lint offence and a hard-coded secret',
    expected: {
      verdict: 'rejected',
      attempt: 0,
      named: [/^tests: no cent is lost/, /^lint: src\/split\.js:\d+: no-var/, /^security: src\/ledger\.js:2: secret\//],
    },
    run: (session, repository) => validatePushed(session, repository, 'broken'),
  },
  {
    title: 'The loop: a developer workflow is rejected, signalled, pushes a fix, and is approved',
    expected: { verdict: 'approved', attempt: 1, named: [] },
    run: runDeveloperLoop,
  },
];

async function validatePushed(session: Session, repository: ExampleRepository, variant: Variant): Promise<ExampleEnd> {
  const branch = `fleet/fix-ledger-kit-${variant}`;
  const headSha = await repository.push(branch, variant);
  const workItem = exampleWorkItem(repository.cloneUrl, branch, headSha);
  const result = await validateWith(session, workItem);
  const workflowId = validationWorkflowId(workItem);
  await tellVerdict(session, { workflowId, result });
  return { result, workflowIds: [workflowId] };
}
