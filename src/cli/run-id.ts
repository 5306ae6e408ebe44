/** What a person names a run by: its workflow id, or its work item's id, which means the newest attempt. */
export interface RunId {
  workItemId: string;
  /** `null` for the newest. */
  attempt: number | null;
}

/** An id of a work item holds no slash, so the two cannot be taken for each other. */
export function readRunId(text: string): RunId {
  const [, workItemId, attempt] = /^validate\/(.+)\/(\d{1,9})$/.exec(text) ?? [];
  if (workItemId === undefined) return { workItemId: text, attempt: null };
  return { workItemId, attempt: Number(attempt) };
}

export function workflowIdOf({ workItemId, attempt }: { workItemId: string; attempt: number }): string {
  return `validate/${workItemId}/${attempt}`;
}
