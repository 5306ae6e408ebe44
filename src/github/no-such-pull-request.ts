import { z } from 'zod';

/** GitHub's own way to say that the repository is there and the pull request is not; nothing less proves it. */
const noSuchPullRequest = z.object({
  data: z.object({ repository: z.object({ pullRequest: z.null() }) }),
  errors: z.tuple([
    z.object({ type: z.literal('NOT_FOUND'), path: z.tuple([z.literal('repository'), z.literal('pullRequest')]) }),
  ]),
});

/** A repository that the token may not see looks as if it were not there either: that proves nothing. */
export function saysNoSuchPullRequest({ data, errors }: { data?: unknown; errors?: unknown }): boolean {
  return noSuchPullRequest.safeParse({ data, errors }).success;
}
