/** In characters: a sentence for a person, and small enough to travel in a history. */
const MAX_MESSAGE = 300;

/** What a server says about an error, without the key in any form that servers like to echo, on one bounded line. */
export function scrub(message: string, apiKey: string | null): string {
  const known = apiKey ? message.replaceAll(apiKey, '[key]') : message;
  return known
    .replace(/\bBearer\s+\S+/gi, 'Bearer [key]')
    .replace(/\b(?:(?:sk|pk|rk|gsk|xai|key)[-_]|AIza)[\w*.…-]{8,}/g, '[key]')
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
    .slice(0, MAX_MESSAGE);
}
