import { SENTENCES } from '../../test-automation/attribution/domain/localize-ko.js';
import { sentencesInKorean, TranslatedSentence } from '../../text/korean/translated-sentences.js';
import catalogue from './catalogue.json' with { type: 'json' };

const { refusals, faults, files, observations } = catalogue;

/**
 * Sentences of the server that a page shows, from the catalogue: English with placeholders such as `{0}`, and Korean. Findings of test
 * sessions have a table of their own, which reports use too.
 */
export const SHOWN_SENTENCES: readonly TranslatedSentence[] = [refusals, faults, files, observations].flatMap(
  (sentences) => Object.entries(sentences),
);

/** What each problem is, by its code: shown where the details of a refusal have no Korean of their own. */
export const PROBLEMS_IN_KOREAN: Readonly<Record<string, string>> = catalogue.problems;

/** A fault at a place of the value. */
const AT_A_PLACE = ['/{0} {1}', '/{0} {1}'] as const;

const translate = sentencesInKorean([...SHOWN_SENTENCES, ...SENTENCES, AT_A_PLACE]);

/** A text of the server in Korean: one sentence, or several divided by semicolons. Unknown text and quoted values stay unchanged. */
export function inKorean(text: string): string {
  const parts = text.split('; ');
  const told = parts.map(translate);
  return parts.length > 1 && told.every((part, i) => part !== parts[i]) ? told.join('; ') : translate(text);
}

/** What a problem is, by its code; for details without Korean. */
export const problemInKorean = (code: string): string | undefined =>
  Object.hasOwn(PROBLEMS_IN_KOREAN, code) ? PROBLEMS_IN_KOREAN[code] : undefined;
