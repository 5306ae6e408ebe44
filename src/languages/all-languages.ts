import { javascript } from './javascript.ts';
import type { LanguageProfile } from './language-profile.ts';
import { ruby } from './ruby.ts';

/** Every language that we can judge. Order decides where a repository holds several and does not say its own. */
const ALL_LANGUAGES: readonly LanguageProfile[] = [ruby, javascript];

/**
 * The profile of a work item's language, compared without case. `unknown`, empty or absent is detected from the files.
 * A language that is named and that we do not know is `undefined`: guessing another one would judge the wrong thing.
 */
export function profileOf(language: string | null | undefined, files: readonly string[]): LanguageProfile | undefined {
  const name = (language ?? '').trim().toLowerCase();
  if (name === '' || name === 'unknown') return ALL_LANGUAGES.find((profile) => profile.detects(files));
  return ALL_LANGUAGES.find((profile) => profile.names.includes(name));
}
