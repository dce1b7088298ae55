import { SENTENCES } from '../../test-automation/attribution/domain/localize-ko.js';
import { sentencesInKorean } from '../../text/korean/translated-sentences.js';
import { FAULTS_IN_KOREAN } from './korean-faults.js';
import { FILES_IN_KOREAN } from './korean-files.js';
import { OBSERVATIONS_IN_KOREAN } from './korean-observations.js';
import { PROBLEMS_IN_KOREAN } from './korean-problems.js';
import { REFUSALS_IN_KOREAN } from './korean-refusals.js';

/** Sentences of the server that a page shows. Findings of test sessions have a table of their own, which reports use too. */
export const SHOWN_SENTENCES = [
  ...REFUSALS_IN_KOREAN,
  ...FAULTS_IN_KOREAN,
  ...FILES_IN_KOREAN,
  ...OBSERVATIONS_IN_KOREAN,
];

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
