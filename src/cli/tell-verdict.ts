import type { ValidationResult } from '../domain/verdict.ts';
import { renderVerdict } from '../report/terminal.ts';
import { keepResult } from './keep-result.ts';
import type { Session } from './session.ts';
import { pageOf, printResult, say } from './streams.ts';

/** The verdict on standard output, as JSON alone where that was asked for; where the whole result and the run are, on standard error. */
export async function tellVerdict(
  session: Pick<Session, 'uiUrl' | 'target' | 'uiEndsWithUs'>,
  run: { workflowId: string; result: ValidationResult; json?: boolean },
): Promise<void> {
  const { workflowId, result, json = false } = run;
  if (json) {
    say(renderVerdict(result, pageOf(process.stderr)));
    printResult(JSON.stringify(result, null, 2));
  } else printResult(renderVerdict(result, pageOf(process.stdout)));
  say(`\nresult   ${await keepResult(result)}`);
  const address = uiAddress(session, workflowId);
  if (address !== null) say(`inspect  ${address}`);
  if (address !== null && session.uiEndsWithUs) say(`         ${HOW_TO_SERVE_AGAIN}`);
}

/** The runs stay in the database, but an embedded server's UI goes with its process. */
const HOW_TO_SERVE_AGAIN = '(once this command has ended: `lex-validator up` serves it again)';

/** The run and where it can be watched, as soon as there is one. */
export function sayRun(session: Pick<Session, 'uiUrl' | 'target'>, workflowId: string): void {
  say(`run      ${workflowId}`);
  const address = uiAddress(session, workflowId);
  if (address !== null) say(`live at  ${address}`);
}

/** The address of a run's page in the Temporal UI. */
export function uiAddress({ uiUrl, target }: Pick<Session, 'uiUrl' | 'target'>, workflowId: string): string | null {
  return uiUrl === null ? null : `${uiUrl}/namespaces/${target.namespace}/workflows/${encodeURIComponent(workflowId)}`;
}
