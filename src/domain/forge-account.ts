import type { ForgeAccount } from './evidence.ts';

/**
 * Whether an account may be a person. Only what is surely a machine is not: the forge calls it a bot, its login ends in `[bot]`, or it
 * is the fleet's own. A deleted account and any kind that we do not know was a person.
 */
export function isHuman(account: ForgeAccount, ownLogins: readonly string[]): boolean {
  if (account.kind === 'Bot') return false;
  const login = account.login.trim().toLowerCase();
  if (login === '') return true;
  return !login.endsWith('[bot]') && !ownLogins.some((own) => own.trim().toLowerCase() === login);
}
