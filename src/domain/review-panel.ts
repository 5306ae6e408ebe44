import type { EvidenceReference } from './check.ts';

export const CAPABILITIES = ['basic', 'moderate', 'reasoning'] as const;
export type Capability = (typeof CAPABILITIES)[number];

/** A model that may sit on the panel, as the settings or the work item name it. */
export interface ReviewerModel {
  provider: string;
  model: string;
  capability?: Capability;
}

/** One place on the panel, numbered from 1. */
export interface ReviewerSeat {
  seat: number;
  capability: Capability;
  provider: string;
  model: string;
}

/** What a seat answered. `no-answer` is never an approval: it makes the review unjudged. */
export type Vote = ReviewerSeat & {
  /** The model as the server named it, where that differs from the seat's. */
  answeredBy?: string;
} & (
    | { kind: 'approve'; notes?: string[]; usage?: TokenUsage; evidence?: EvidenceReference[] }
    | { kind: 'reject'; issues: string[]; usage?: TokenUsage; evidence?: EvidenceReference[] }
    | { kind: 'no-answer'; because: string; usage?: TokenUsage; evidence?: EvidenceReference[] }
  );

/** In tokens. */
export interface TokenUsage {
  input: number;
  output: number;
}
