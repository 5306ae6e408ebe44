/** One field of a work item that cannot be taken, dotted (`pipeline.changes[2]`), or `work_item` for the whole of it. */
export interface BadField {
  field: string;
  problem: string;
}

/** What is wrong with a work item in one text, every bad field named. Never holds a value of the work item. */
export function describeBadFields(fields: readonly BadField[]): string {
  return `The work item cannot be validated: ${fields.map(({ field, problem }) => `${field} ${problem}`).join('; ')}`;
}

/** Thrown at the library's door, before a workflow is started. Inside of one, admission fails with the same name. */
export class InvalidWorkItem extends Error {
  override readonly name = 'InvalidWorkItem';
  readonly fields: readonly BadField[];

  constructor(fields: readonly BadField[]) {
    super(describeBadFields(fields));
    this.fields = fields;
  }
}
