import { z } from 'zod';
import type { ModelReply } from '../activities/ports.ts';

/** What must be in an answer for it to count. Servers leave `refusal` out or set it to null. */
const Completion = z.looseObject({
  model: z.string().trim().min(1),
  choices: z
    .array(
      z.looseObject({
        finish_reason: z.string().nullish(),
        message: z.looseObject({ content: z.string().nullish(), refusal: z.string().nullish() }),
      }),
    )
    .length(1),
  usage: z.looseObject({ prompt_tokens: z.number(), completion_tokens: z.number() }).nullish().catch(null),
});
type Completion = z.infer<typeof Completion>;

/** What a 200 really says. Only one choice that ended by itself and has text is an answer. */
export function readCompletion(body: unknown): ModelReply {
  const parsed = Completion.safeParse(body);
  if (!parsed.success)
    return { kind: 'no-answer', because: `the answer is ${describe(body, parsed.error)}`, retryable: true };
  const usage = usageOf(parsed.data);
  const text = textOf(parsed.data);
  if (typeof text !== 'string') return { kind: 'no-answer', ...text, ...usage };
  return { kind: 'answered', text, answeredBy: parsed.data.model.slice(0, 200), ...usage };
}

function textOf({ choices: [choice] }: Completion): string | { because: string; retryable: boolean } {
  if (choice === undefined) return { because: 'the answer has no choice', retryable: true };
  const { finish_reason: ended, message } = choice;
  if (message.refusal) return { because: 'the model refuses to answer', retryable: false };
  if (ended === 'length') return { because: 'the answer was cut at the token limit', retryable: false };
  if (ended === 'content_filter') return { because: 'the answer was withheld by a content filter', retryable: false };
  if (ended !== 'stop')
    return {
      because: `the answer did not end by itself (${(ended ?? 'no reason given').slice(0, 40)})`,
      retryable: true,
    };
  if (!message.content?.trim()) return { because: 'the answer is empty', retryable: true };
  return message.content;
}

function usageOf({ usage }: Completion): Pick<ModelReply, 'usage'> {
  return usage ? { usage: { input: usage.prompt_tokens, output: usage.completion_tokens } } : {};
}

function describe(body: unknown, error: z.ZodError): string {
  if (typeof body !== 'object' || body === null) return 'not JSON';
  return `not a chat completion (${error.issues[0]?.path.map(String).join('.') || 'its form'})`;
}
