/** The broker's own word for what went wrong (`NOT_FOUND`, `ACCESS_REFUSED`), or Node's for a socket (`ECONNREFUSED`). */
export function errorCode(error: unknown): string | undefined {
  const { code } = error as { code?: unknown };
  return typeof code === 'string' ? code : undefined;
}

/** What happened, for a log line. */
export function errorText(error: unknown): string {
  return (error as { message?: string }).message ?? String(error);
}
