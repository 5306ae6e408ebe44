import { z } from 'zod';
import { findCloneUrlProblem } from '../intake/clone-url.ts';
import { isLoopback } from '../intake/loopback.ts';

/** A day: nothing that the gate waits for is worth more, and timers of Node end at 24.8 days. */
const MOST_SECONDS = 86_400;

export const text = z.string('must be a text').trim().min(1, 'must not be empty');

export const flag = z.boolean('must be true or false, without quotes');

/** Seconds, fractions allowed. */
export const seconds = z
  .number('must be a number of seconds, without quotes')
  .positive('must be more than 0 seconds')
  .max(MOST_SECONDS, `must be at most ${MOST_SECONDS} seconds`);

export const share = z
  .number('must be a number from 0 to 1, without quotes')
  .min(0, 'must be a number from 0 to 1')
  .max(1, 'must be a number from 0 to 1');

export function count(least: number, most: number): z.ZodNumber {
  const problem = `must be a whole number from ${least} to ${most}`;
  return z.number(problem).int(problem).min(least, problem).max(most, problem);
}

/** The fleet's own default for the broker's port is a text, so digits in quotes are taken too. */
export const port = z.preprocess(
  (value) => (typeof value === 'string' && /^\d{1,5}$/.test(value) ? Number(value) : value),
  count(1, 65_535),
);

/** An http address without a credential in it. */
export const webAddress = text
  .refine((value) => isWebAddress(value), 'must be an address that begins with https:// or http://')
  .refine((value) => !holdsCredential(value), 'must not hold a user name or password');

/** A web address that a token is sent to: without encryption only on this machine. */
export const forgeAddress = webAddress
  .refine((value) => isPrivate(value), 'must begin with https://, save on this machine')
  .transform((value) => value.replace(/\/+$/, ''));

export const urlTemplate = text
  .refine((value) => value.includes('{name}'), 'must hold {name}, and {owner} where the address has one')
  .superRefine((value, context) => {
    const problem = findCloneUrlProblem(value.replaceAll('{owner}', 'owner').replaceAll('{name}', 'name'));
    if (problem !== null) context.addIssue(problem);
  });

function isWebAddress(value: string): boolean {
  return URL.canParse(value) && /^https?:$/.test(new URL(value).protocol);
}

function holdsCredential(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const { username, password } = new URL(value);
  return username !== '' || password !== '';
}

function isPrivate(value: string): boolean {
  if (!URL.canParse(value)) return true;
  const { protocol, hostname } = new URL(value);
  return protocol !== 'http:' || isLoopback(hostname);
}
