import { Question } from '../../../domain/question.js';
import { folded, foldedWithoutSpaces } from '../../../../text/folded-text.js';
import { normalForm } from '../../../../text/values/compare-values.js';
import { readValues } from '../../../../text/values/read-values.js';
import { isQuantity } from '../../../../text/values/value.js';
import { factsTold } from '../dialogue-audit.js';
import { languageOf } from '../all-seeds.js';

/** Why a paraphrase is discarded. */
export const REFUSALS = [
  'no_reply',
  'unreadable',
  'wrong_language',
  'copy',
  'duplicate',
  'facts_changed',
  'answer_given_away',
  'not_answerable_from_gold',
] as const;
export type Refusal = (typeof REFUSALS)[number];

const LONGEST = 600;
/** With more than this share of common letter trigrams it is not another wording. */
const COPY_SHARE = 0.9;
const PLACEHOLDER = /[{}[\]<>]|\bundefined\b|\bnull\b|○○|XX+/u;

/** Values and titles in the form for comparison: `18:30` and `오후 6시 반` are one. */
function factsOf(text: string): string[] {
  // The word after a number and an idiom (`once`) may change with the wording.
  const values = readValues(text)
    .filter((value) => !isQuantity(value) || !value.soft)
    .map((value) => normalForm(isQuantity(value) && value.free ? { ...value, dimension: '' } : value));
  const titles = [...text.matchAll(/[「『“"]([^「」『』“”"]{2,60})[」』”"]/gu)].map((m) =>
    foldedWithoutSpaces(m[1] ?? ''),
  );
  return [...values, ...titles].sort();
}

function triples(text: string): Set<string> {
  const plain = foldedWithoutSpaces(text).replace(/[^\p{L}\p{N}]/gu, '');
  return new Set(Array.from({ length: Math.max(0, plain.length - 2) }, (_, i) => plain.slice(i, i + 3)));
}

/** Jaccard index of the letter trigrams. */
function likeness(a: string, b: string): number {
  const [mine, theirs] = [triples(a), triples(b)];
  const shared = [...mine].filter((triple) => theirs.has(triple)).length;
  const all = mine.size + theirs.size - shared;
  return all === 0 ? 1 : shared / all;
}

/**
 * Checks a paraphrase by its text alone; whether the gold answers it needs a search.
 * @param taken texts of the session's other questions, folded without spaces
 * @returns undefined without an objection
 */
export function refusalOf(original: Question, text: string, taken: ReadonlySet<string>): Refusal | undefined {
  const said = text.trim();
  if (said === '' || said.length > LONGEST || said.includes('\n') || PLACEHOLDER.test(said)) return 'unreadable';
  if (languageOf(said) !== original.language) return 'wrong_language';
  if (folded(said) === folded(original.text) || likeness(said, original.text) > COPY_SHARE) return 'copy';
  if (taken.has(foldedWithoutSpaces(said))) return 'duplicate';
  const { requiredFacts } = original.gold;
  const plain = foldedWithoutSpaces(said);
  const isStated = (fact: string) => fact.length > 1 && plain.includes(foldedWithoutSpaces(fact));
  if (requiredFacts.some(isStated) || factsTold(said, requiredFacts).length > 0) return 'answer_given_away';
  return factsOf(said).join('|') === factsOf(original.text).join('|') ? undefined : 'facts_changed';
}
