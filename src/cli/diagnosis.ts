/** One thing that a validation needs. `absent` is something that it can do without, and says so in the verdict. */
export interface Diagnosis {
  what: string;
  state: 'ok' | 'missing' | 'absent';
  /** One line, without any secret. */
  detail: string;
  /** How to get it. */
  remedy?: string;
}
