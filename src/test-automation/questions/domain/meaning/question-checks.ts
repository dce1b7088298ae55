import { Gold } from '../../../domain/question.js';
import { CoreQuestion } from '../core-question.js';
import { goldOverlap, MOST_OVERLAP } from './letter-pairs.js';

/** Reasons for discarding a question. */
export const REFUSALS = ['copies_the_source', 'residue', 'rival_value', 'gives_answer_away'] as const;
export type Refusal = (typeof REFUSALS)[number];

/** Residue of the layout of the text, or of the previous sentence. */
const RESIDUE =
  /[|{}<>※①-⑳◦•]|(?:^|[\s,.?!])(?:단|다만),|(?:^|\s)(?:이를|이에|그 (?:임기|기간|밖)|동항|본조|상기|전항)(?=[\s,.]|$)|제\d+[조항호]|하여야|아니 [하되]|\.{2}|,,|\]\(|https?:|__|\*\*|(?:^|\s)-\s|undefined|null/u;
/** Words that refer to something that the question does not name. */
const LEANING = /^(?:it|this|they|these|those|that|그것|이것|해당)\b/iu;

/** What a person says around a question; the rest of it is in the first person. */
const CARRIERS = /\b(?:could|would|can|do) you (?:please )?(?:know|tell|let|say)\b/giu;

/** @returns the reason for discarding the question, or undefined */
export function refusalOf(text: string, gold: Gold, cores: readonly CoreQuestion[]): Refusal | undefined {
  if (RESIDUE.test(text) || LEANING.test(text) || /\byours?\b|\byou\b/iu.test(text.replace(CARRIERS, ' ')))
    return 'residue';
  const told = text.replace(/\s+/gu, '').toLowerCase();
  if (cores.some(({ facts }) => facts.some((fact) => told.includes(fact.replace(/\s+/gu, '').toLowerCase()))))
    return 'gives_answer_away';
  return gold.quote !== null && goldOverlap(text, gold.quote) > MOST_OVERLAP ? 'copies_the_source' : undefined;
}
