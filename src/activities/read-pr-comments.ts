import type { Outcome } from '../domain/check.ts';
import { judgePrComments } from '../domain/judge-pr-comments.ts';
import { unjudgedWhenUnreadable } from './forge-failure.ts';
import { withHeartbeat } from './heartbeat.ts';
import type { Forge, PullRequestAddress } from './ports.ts';

export interface PrCommentsDependencies {
  forge: Pick<Forge, 'fetchFeedback'>;
  /** `fleet.github.bot_username`: an account of the fleet's beside the one that the token acts as. */
  botUsername?: string;
}

/** Check 4: is there unresolved feedback by a person on the pull request. */
export function createReadPrComments({
  forge,
  botUsername,
}: PrCommentsDependencies): (pr: PullRequestAddress) => Promise<Outcome> {
  return (pr) =>
    unjudgedWhenUnreadable(() =>
      withHeartbeat(async (signal) => {
        const { feedback, actingLogin } = await forge.fetchFeedback(pr, signal);
        const ownLogins = botUsername === undefined ? [actingLogin] : [actingLogin, botUsername];
        return judgePrComments({ feedback, ownLogins });
      }),
    );
}
