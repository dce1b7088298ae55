import { Steps } from '../../../../shared/domain/steps.js';
import { SeededRandom } from '../../../domain/seeded-random.js';
import { formedCase } from './answer-forms.js';
import { ANSWER_FORMS, TrialCase } from './trial-case.js';
import { TrialProvision } from './trial-provision.js';

/** Right, and wrong, answers of each form, language and citation. */
const CASES_PER_FORM = 8;
/** A clause that, without its numbers, is in this number of documents is boilerplate. */
const FEWEST_TWINS = 3;

const skeletonOf = (clause: string): string => clause.replace(/[\d.,\s]+/gu, '');

/** Marks the provisions whose sentence is in several documents with nearly the same words. */
export function withTwins(provisions: readonly TrialProvision[]): TrialProvision[] {
  const alike = Map.groupBy(provisions, ({ clause }) => skeletonOf(clause));
  return provisions.map((p) => {
    const same = alike.get(skeletonOf(p.clause)) ?? [];
    return { ...p, hasTwins: new Set(same.map(({ core }) => core.documentId)).size >= FEWEST_TWINS };
  });
}

/** Right and wrong answers in every form, with and without citations; half of them about boilerplate, if the documents have any. */
export function* formCases(provisions: readonly TrialProvision[], random: SeededRandom): Steps<TrialCase[]> {
  const cases: TrialCase[] = [];
  const [twins, own] = [provisions.filter((p) => p.hasTwins), provisions.filter((p) => !p.hasTwins)];
  for (const form of ANSWER_FORMS)
    for (const isFault of [false, true])
      for (const cited of [false, true]) {
        const fork = random.fork(`${form}/${String(isFault)}/${String(cited)}`);
        const taken: TrialCase[] = [];
        const halves = [fork.shuffled(twins), fork.shuffled(own)];
        for (const [i, list] of halves.entries())
          for (const p of list) {
            if (taken.length >= (i === 0 ? CASES_PER_FORM / 2 : CASES_PER_FORM)) break;
            yield;
            const made = formedCase(p, form, { isFault, cited }, () => fork.next());
            if (made !== undefined) taken.push(made);
          }
        cases.push(...taken);
      }
  return cases;
}
