import type { Forge, PullRequestAddress } from '../activities/ports.ts';
import { ForgeUnreadable } from '../domain/forge-unreadable.ts';
import {
  headAnswer,
  reviewsAnswer,
  reviewThreadsAnswer,
  threadCommentsAnswer,
  type AnsweredComment,
  type AnsweredReview,
  type AnsweredThread,
} from './answers.ts';
import { createAskForge, type AskForge, type ForgeOptions } from './ask-forge.ts';
import { reviewOf, threadOf } from './feedback.ts';
import { HEAD_QUERY, REVIEW_THREADS_QUERY, REVIEWS_QUERY, THREAD_COMMENTS_QUERY } from './queries.ts';
import { readPages, type Page } from './read-pages.ts';

interface Reader {
  ask: AskForge;
  pr: PullRequestAddress;
  signal: AbortSignal;
}

/** A pull request without end is unreadable, not a run without end. */
function counted(ask: AskForge, maxCalls: number): AskForge {
  let calls = 0;
  return (question, signal) => {
    calls += 1;
    if (calls <= maxCalls) return ask(question, signal);
    const message = `the pull request has more feedback than ${maxCalls} calls to the forge can read`;
    return Promise.reject(new ForgeUnreadable(message, { retryable: false }));
  };
}

async function readThreads({ ask, pr, signal }: Reader): Promise<{ threads: AnsweredThread[]; actingLogin: string }> {
  const readPage = (after: string | null) =>
    ask({ query: REVIEW_THREADS_QUERY, variables: { ...pr, after }, answer: reviewThreadsAnswer }, signal);
  const first = await readPage(null);
  const threads = await readPages(first.repository.pullRequest.reviewThreads, 'review threads', async (after) => {
    const { repository } = await readPage(after);
    return repository.pullRequest.reviewThreads;
  });
  return { threads, actingLogin: first.viewer.login };
}

async function readReviews({ ask, pr, signal }: Reader): Promise<AnsweredReview[]> {
  const readPage = async (after: string | null): Promise<Page<AnsweredReview>> => {
    const { repository } = await ask(
      { query: REVIEWS_QUERY, variables: { ...pr, after }, answer: reviewsAnswer },
      signal,
    );
    return repository.pullRequest.reviews;
  };
  return readPages(await readPage(null), 'reviews', readPage);
}

function readComments({ ask, signal }: Reader, thread: AnsweredThread): Promise<AnsweredComment[]> {
  return readPages(thread.comments, `comments on ${thread.path}`, async (after) => {
    const variables = { thread: thread.id, after };
    const { node } = await ask({ query: THREAD_COMMENTS_QUERY, variables, answer: threadCommentsAnswer }, signal);
    return node.comments;
  });
}

async function fetchFeedback(reader: Reader): ReturnType<Forge['fetchFeedback']> {
  const { threads, actingLogin } = await readThreads(reader);
  const feedback: Awaited<ReturnType<Forge['fetchFeedback']>>['feedback'] = { threads: [], reviews: [] };
  for (const thread of threads) feedback.threads.push(threadOf(thread, await readComments(reader, thread)));
  feedback.reviews = (await readReviews(reader)).map(reviewOf);
  return { feedback, actingLogin };
}

const STATES = { OPEN: 'open', CLOSED: 'closed', MERGED: 'merged' } as const;

async function fetchHead({ ask, pr, signal }: Reader): ReturnType<Forge['fetchHead']> {
  try {
    const { repository } = await ask({ query: HEAD_QUERY, variables: { ...pr }, answer: headAnswer }, signal);
    const { headRefOid, baseRefName, state } = repository.pullRequest;
    return { sha: headRefOid, into: baseRefName, state: STATES[state] };
  } catch (error) {
    if (error instanceof ForgeUnreadable && error.absent) return null;
    throw error;
  }
}

/**
 * GitHub's pull requests, over GraphQL because only there a thread says whether it is resolved. Every page is read and
 * counted; nothing is kept between calls.
 * @throws {ForgeUnreadable} from both calls, when the forge could not be read to the end.
 */
export function createForge(options: ForgeOptions): Forge {
  const ask = createAskForge(options);
  const readerOf = (pr: PullRequestAddress, signal: AbortSignal): Reader => ({
    ask: counted(ask, options.maxCalls ?? 100),
    pr: { owner: pr.owner, name: pr.name, number: pr.number },
    signal,
  });
  return {
    fetchFeedback: (pr, signal) => fetchFeedback(readerOf(pr, signal)),
    fetchHead: (pr, signal) => fetchHead(readerOf(pr, signal)),
  };
}
