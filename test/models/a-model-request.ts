import type { ModelRequest } from '../../src/activities/ports.ts';
import { REPLY_SCHEMA } from '../../src/reviewers/reply-schema.ts';

export function aModelRequest(parts: Partial<ModelRequest> = {}): ModelRequest {
  return {
    seat: { seat: 1, capability: 'basic', provider: 'openai', model: 'reviewer-1' },
    system: 'You review.',
    prompt: 'The change.',
    schema: REPLY_SCHEMA,
    maxOutputTokens: 500,
    timeoutMs: 5_000,
    ...parts,
  };
}
