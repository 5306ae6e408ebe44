import { GraphQLError } from 'graphql';

export interface PageArguments {
  first?: number | null;
  after?: string | null;
}

const MAX_PAGE = 100;

/** An error with the `type` that GitHub puts beside the message. */
export function forgeError(type: string, message: string): GraphQLError {
  return new GraphQLError(message, { extensions: { type } });
}

function cursorOf(index: number): string {
  return Buffer.from(`cursor:v2:${index}`).toString('base64');
}

function startOf(after: string | null | undefined): number {
  if (after === null || after === undefined) return 0;
  const index = /^cursor:v2:(\d+)$/.exec(Buffer.from(after, 'base64').toString())?.[1];
  if (index === undefined)
    throw forgeError('INVALID_CURSOR_ARGUMENTS', `\`${after}\` does not appear to be a valid cursor.`);
  return Number(index) + 1;
}

/** A field that pages as GitHub's do, with GitHub's limits: `first` is needed and is 100 at most. */
export function connection<T>(field: string, nodes: readonly T[]) {
  return ({ first, after }: PageArguments) => {
    if (first === null || first === undefined) {
      const message = `You must provide a \`first\` or \`last\` value to properly paginate the \`${field}\` connection.`;
      throw forgeError('MISSING_PAGINATION_BOUNDARIES', message);
    }
    if (first > MAX_PAGE) {
      const message = `Requesting ${first} records on the \`${field}\` connection exceeds the \`first\` limit of ${MAX_PAGE} records.`;
      throw forgeError('EXCESSIVE_PAGINATION', message);
    }
    const start = startOf(after);
    const page = nodes.slice(start, start + first);
    return {
      totalCount: nodes.length,
      nodes: page,
      pageInfo: {
        hasNextPage: start + page.length < nodes.length,
        endCursor: page.length === 0 ? null : cursorOf(start + page.length - 1),
      },
    };
  };
}
