import { hasHangul } from '../../../text/language.js';
import { modality } from '../../../text/clauses/clause-reading.js';
import { isSameWord, Nearness, termsOf } from './meaning.js';
import {
  asksByDenial,
  asksYesOrNo,
  clausePolarity,
  clausesOf,
  freesInClause,
  isDenial,
  isGrant,
  leadingPolarity,
  polaritiesOf,
  Polarity,
} from './polarity.js';
import { sayingsOf } from './readable-answer.js';
import { isSameAct } from './said-of-what.js';

/** The context in which a fact is read. */
export interface FactSetting {
  readonly question: string;
  /** The passages that support the right answer. */
  readonly gold: readonly string[];
  readonly nearness: Nearness;
}

/** Whether a sentence grants what a phrase grants: neither another act nor a denial. */
export function grantsIt(phrase: string, saying: string): boolean {
  if (!isSameAct(saying, phrase)) return false;
  const wanted = termsOf(phrase);
  const about = clausesOf(saying).filter((clause) => {
    const held = termsOf(clause);
    return wanted.length === 0 || wanted.some((word) => held.some((other) => isSameWord(word, other)));
  });
  return about.length === 0 || about.some((clause) => clausePolarity(clause) !== 'negative');
}

export const opposite = (polarity: Polarity): Polarity => (polarity === 'positive' ? 'negative' : 'positive');

/** What yes and no mean for a fact: a negated question swaps them. */
export function polarityOf(
  alternatives: readonly string[],
  answer: string,
  setting: FactSetting,
): Polarity | undefined {
  const { question, gold } = setting;
  const lead = asksYesOrNo(question) ? leadingPolarity(answer) : undefined;
  if (lead !== undefined && !asksByDenial(question)) return lead;
  const ownTopics = alternatives.filter((phrase) => termsOf(phrase).length > 0);
  const asked = termsOf(question);
  const shared = gold.flatMap((text) => termsOf(text)).filter((word) => asked.some((other) => isSameWord(word, other)));
  const isOfAct = (clause: string): boolean => alternatives.every((phrase) => isSameAct(clause, phrase));
  const own = polaritiesOf(answer, ownTopics, isOfAct);
  // Said of the act, but with another meaning: the rest of the answer is not about it.
  if (own.length === 0 && polaritiesOf(answer, ownTopics, (clause) => !isOfAct(clause)).length > 0) return undefined;
  if (own.length === 0 && gold.length > 0 && hasHangul(answer) !== hasHangul(gold.join(' ')))
    return polarityAcross(answer, gold, setting.nearness);
  const said = own.length > 0 ? own : polaritiesOf(answer, [shared.map(({ text }) => text).join(' ')], isOfAct);
  if (said.length === 0) return undefined;
  return said.includes('negative') ? 'negative' : 'positive';
}

/** A clause of the other language with this similarity to the passages has the same topic. */
export const NEAR_CLAUSE = 0.25;

function polarityAcross(answer: string, gold: readonly string[], nearness: Nearness): Polarity | undefined {
  const said = sayingsOf(answer)
    .flatMap(({ text }) => clausesOf(text))
    .filter((clause) => gold.some((text) => nearness(clause, text) >= NEAR_CLAUSE))
    .flatMap((clause) => clausePolarity(clause) ?? []);
  if (said.length === 0) return undefined;
  return said.includes('negative') ? 'negative' : 'positive';
}

/** Whether an answer states the obligation of a fact: by its yes, or in a clause about it. */
export function obliges(answer: string, alternatives: readonly string[], { question }: FactSetting): boolean {
  if (asksYesOrNo(question) && !asksByDenial(question) && leadingPolarity(answer) === 'positive') return true;
  const wanted = [...alternatives, question].flatMap((text) => termsOf(text));
  return sayingsOf(answer)
    .flatMap(({ text }) => clausesOf(text))
    .some(
      (clause) =>
        modality(clause) === 'must' &&
        !freesInClause(clause) &&
        termsOf(clause).some((word) => wanted.some((other) => isSameWord(word, other))),
    );
}

/** The polarity of a fact that is only a grant or a denial in several wordings. */
export function wantedPolarity(alternatives: readonly string[]): Polarity | undefined {
  const denials = alternatives.filter(isDenial).length;
  if (2 * denials >= alternatives.length && denials > 0) return 'negative';
  return alternatives.some(isGrant) ? 'positive' : undefined;
}
