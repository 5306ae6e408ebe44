import { z } from 'zod';

export const SEVERITIES = ['critical', 'high', 'medium', 'low'] as const;
const VERDICTS = ['approve', 'reject'] as const;

const text = { type: 'string' } as const;

/**
 * What goes over the wire, in the order in which a model writes: thoughts before findings, the verdict last. Only keywords that
 * every compatible server knows: lengths and counts are told in the prompt, bounded by the token limit and checked by `Reply`.
 */
export const REPLY_SCHEMA = {
  name: 'review',
  schema: {
    type: 'object',
    additionalProperties: false,
    required: ['mark', 'analysis', 'findings', 'verdict'],
    properties: {
      mark: text,
      analysis: text,
      findings: {
        type: 'array',
        items: {
          type: 'object',
          additionalProperties: false,
          required: ['severity', 'file', 'code', 'claim'],
          properties: { severity: { ...text, enum: [...SEVERITIES] }, file: text, code: text, claim: text },
        },
      },
      verdict: { ...text, enum: [...VERDICTS] },
    },
  },
};

/** What counts as a readable reply: every key, no other, nothing over its bound (characters). */
export const Reply = z.strictObject({
  mark: z.string().max(200),
  analysis: z.string().max(20_000),
  findings: z
    .array(
      z.strictObject({
        severity: z.enum(SEVERITIES),
        file: z.string().trim().min(1).max(1_000),
        code: z.string().max(4_000),
        claim: z.string().trim().min(1).max(2_000),
      }),
    )
    .max(50),
  verdict: z.enum(VERDICTS),
});
export type Reply = z.infer<typeof Reply>;
export type ReviewerFinding = Reply['findings'][number];
