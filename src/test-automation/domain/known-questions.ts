import { coresOf } from './questions/all-cores.js';
import { CoreQuestion } from './questions/core-question.js';
import { SeededRandom } from './seeded-random.js';
import { SourceDocument } from './source-document.js';

/** A plain question whose right passage is known. */
export interface KnownQuestion {
  readonly question: string;
  readonly language: 'en' | 'ko';
  readonly documentId: string;
  readonly quote: string;
}

const isInForce = ({ effectiveFrom, effectiveTo }: SourceDocument, day: string): boolean =>
  (effectiveFrom === null || effectiveFrom <= day) && (effectiveTo === null || effectiveTo >= day);

const isPlain = (core: CoreQuestion): boolean => !core.isComparison && core.group === undefined;

/**
 * Questions in nobody's voice, one of a document, chosen by the seed: with what a component is tested that stands before or behind a
 * search.
 * @param day `YYYY-MM-DD`; only editions in force are asked about
 * @param most how many
 */
export function knownQuestions(
  documents: readonly SourceDocument[],
  { day, seed, most }: { readonly day: string; readonly seed: number; readonly most: number },
): KnownQuestion[] {
  const random = new SeededRandom(`components/${seed}`);
  const chosen: KnownQuestion[] = [];
  for (const document of random.shuffled(documents.filter((one) => isInForce(one, day)))) {
    if (chosen.length >= most) break;
    const core = random.pick(coresOf(document).filter(isPlain));
    if (core === undefined) continue;
    const { language, documentId, quote } = core;
    chosen.push({ question: `${core.topic}: ${core.forms.polite}`, language, documentId, quote });
  }
  return chosen;
}
