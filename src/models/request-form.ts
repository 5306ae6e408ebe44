import type { ChatCompletionCreateParamsNonStreaming } from 'openai/resources/chat/completions';
import type { ModelRequest } from '../activities/ports.ts';

/** What compatible servers disagree about. */
export interface RequestForm {
  limit: 'max_completion_tokens' | 'max_tokens';
  shape: 'json_schema' | 'json_object' | 'none';
}

/** The current form of the API; what a server refuses is negotiated down from here. */
export const FIRST_FORM: RequestForm = { limit: 'max_completion_tokens', shape: 'json_schema' };

/** No temperature, no seed: newer models refuse them, and an answer must not depend on them. */
export function requestBody(request: ModelRequest, form: RequestForm): ChatCompletionCreateParamsNonStreaming {
  return {
    model: request.seat.model,
    messages: [
      { role: 'system', content: request.system },
      { role: 'user', content: request.prompt },
    ],
    [form.limit]: request.maxOutputTokens,
    ...responseFormat(request, form),
  };
}

function responseFormat(
  { schema }: ModelRequest,
  { shape }: RequestForm,
): Pick<ChatCompletionCreateParamsNonStreaming, 'response_format'> {
  if (shape === 'none') return {};
  if (shape === 'json_object') return { response_format: { type: 'json_object' } };
  return { response_format: { type: 'json_schema', json_schema: { ...schema, strict: true } } };
}

/**
 * The form to try after a refusal that names one of these parameters; `null` when it is about something else or nothing is left.
 * Each parameter only ever goes one way, so a negotiation ends.
 */
export function nextForm(form: RequestForm, refusal: string): RequestForm | null {
  if (/response_format|json_schema|json_object|structured output/i.test(refusal)) {
    if (form.shape === 'json_schema') return { ...form, shape: 'json_object' };
    return form.shape === 'json_object' ? { ...form, shape: 'none' } : null;
  }
  if (form.limit === 'max_completion_tokens' && /max_completion_tokens|max_tokens/.test(refusal)) {
    return { ...form, limit: 'max_tokens' };
  }
  return null;
}
