import { Context } from '@temporalio/activity';
import type { EvidenceReference } from '../domain/check.ts';
import { isSameFamily } from '../domain/model-family.ts';
import type { ReviewerSeat, Vote } from '../domain/review-panel.ts';
import { answeredAsAsked } from '../reviewers/answered-as-asked.ts';
import { readReply } from '../reviewers/read-reply.ts';
import type { BuiltPrompt } from '../reviewers/review-prompt.ts';
import type { Artifacts, ModelReply } from './ports.ts';
import type { ReviewRequest } from './review-request.ts';
import { askAgain } from './reviewer-attempts.ts';

type Answer = Extract<ModelReply, { kind: 'answered' }>;

/** Turns what a model answered into the seat's vote, with prompt and reply as its evidence. */
export async function readVote(
  artifacts: Pick<Artifacts, 'store'>,
  request: ReviewRequest,
  built: BuiltPrompt,
  { reply, prompt }: { reply: Answer; prompt: EvidenceReference },
): Promise<Vote> {
  const { seat } = request;
  const evidence = [prompt, ...(await storeReply(artifacts, seat, reply.text))];
  const common = { ...seat, ...otherName(seat, reply), usage: reply.usage, evidence };
  const stranger = whyNotTheSeat(request, reply);
  if (stranger !== null) return { ...common, kind: 'no-answer', because: stranger };
  const reading = readReply(reply.text, { mark: built.mark, files: built.coverage.files });
  if (reading.kind === 'reject') return { ...common, kind: 'reject', issues: reading.issues };
  if (reading.kind === 'approve') return { ...common, kind: 'approve', notes: [...notShown(built), ...reading.notes] };
  askAgain('ReviewerUnreadable', reading);
  return { ...common, kind: 'no-answer', because: `the reply cannot be read: ${reading.because}` };
}

/** A store that is down now takes nothing from the vote: asking again could turn a rejection into an approval. */
async function storeReply(
  artifacts: Pick<Artifacts, 'store'>,
  { seat }: ReviewerSeat,
  text: string,
): Promise<EvidenceReference[]> {
  try {
    return [await artifacts.store(`reply of reviewer ${seat}`, text)];
  } catch (error) {
    Context.current().log.warn('the reply of a reviewer could not be stored', { seat, error });
    return [];
  }
}

/** Servers answer an unknown name with whatever they have, routers with what is cheap: neither is the seat that was chosen. */
function whyNotTheSeat({ seat, excluded }: ReviewRequest, { answeredBy, answersAs }: Answer): string | null {
  if (!answeredAsAsked(seat.model, answeredBy, answersAs)) return `${seat.model} was asked, ${answeredBy} answered`;
  const author = excluded.find(({ model }) => isSameFamily(model, answeredBy));
  return author === undefined ? null : `${answeredBy} answered, a sibling of ${author.model}, which wrote the change`;
}

const otherName = ({ model }: ReviewerSeat, { answeredBy }: Answer): { answeredBy?: string } =>
  model === answeredBy ? {} : { answeredBy };

/** What a reader of an approval must know about it. That a seat is scripted is said once, in the notes of the plan. */
function notShown({ coverage }: BuiltPrompt): string[] {
  return coverage.named.map((file) => `not shown to the reviewer: ${file}`);
}
