import { ForgeUnreadable } from '../domain/forge-unreadable.ts';

/** One page of a connection, as GraphQL gives it. */
export interface Page<Node> {
  totalCount: number;
  pageInfo: { hasNextPage: boolean; endCursor: string | null };
  nodes: Node[];
}

function unreadable(what: string, because: string): ForgeUnreadable {
  return new ForgeUnreadable(`the forge's list of ${what} is not whole: ${because}`, { retryable: true });
}

function nextCursor(page: Page<unknown>, seen: Set<string>, what: string): string {
  const cursor = page.pageInfo.endCursor;
  if (cursor === null || seen.has(cursor)) throw unreadable(what, 'a page leads nowhere');
  seen.add(cursor);
  return cursor;
}

/**
 * Reads on from the first page to the last and proves that nothing is missing: every page leads to a new one, no entry
 * comes twice, and as many entries came as the forge counts on each page. A list that changes meanwhile is read again
 * by a retry, never believed.
 */
export async function readPages<Node extends { id: string }>(
  first: Page<Node>,
  what: string,
  readPage: (after: string) => Promise<Page<Node>>,
): Promise<Node[]> {
  const nodes = new Map<string, Node>();
  const cursors = new Set<string>();
  let came = 0;
  for (let page = first; ; page = await readPage(nextCursor(page, cursors, what))) {
    if (page.totalCount !== first.totalCount) throw unreadable(what, 'it changed while it was read');
    for (const node of page.nodes) nodes.set(node.id, node);
    came += page.nodes.length;
    if (!page.pageInfo.hasNextPage) break;
  }
  if (nodes.size !== came) throw unreadable(what, 'an entry came twice');
  if (came !== first.totalCount) throw unreadable(what, `${came} of ${first.totalCount} came`);
  return [...nodes.values()];
}
