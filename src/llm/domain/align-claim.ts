import { sentenceSpans } from '../../text/sentences/sentences.js';
import { overlap, TextSpan } from '../../text/text-span.js';
import { WriterPassage } from './written-answer.js';
import { findInstructions, FoundInstruction } from './instructions.js';
import { ClaimTerms, claimTerms } from './claim-terms.js';
import { compareValues, coversParts } from '../../text/values/compare-values.js';
import { isQuantity, Value } from '../../text/values/value.js';

/** A passage with the terms of its parts, computed once for all claims. */
export interface AlignablePassage {
  readonly heading: ClaimTerms;
  readonly whole: ClaimTerms;
  /** Without sentences that address a model: a reply that repeats them has followed them. */
  readonly sentences: readonly (TextSpan & {
    readonly terms: ReadonlySet<string>;
  })[];
  /** For each term the indices of the sentences that contain it, so that a claim is only compared with sentences that share a term. */
  readonly holders: ReadonlyMap<string, readonly number[]>;
  readonly instructions: readonly FoundInstruction[];
}

/** Minimum share of a claim's terms in its sentence. Paraphrases keep more than half of their terms; a third is chance. */
const MIN_SHARE = 0.45;
/** One shared word is chance. */
const MIN_SHARED = 2;
/** A claim may have support in two adjacent sentences, if the second adds this share to the first. */
const MIN_GAIN_OF_PAIR = 0.15;

export function alignable(passage: WriterPassage): AlignablePassage {
  const instructions = findInstructions(passage.text);
  const isInstruction = (span: TextSpan) => instructions.some((i) => overlap(i, span));
  const sentences = sentenceSpans(passage.text)
    .filter((span) => !isInstruction(span))
    .map((span) => ({
      ...span,
      terms: claimTerms(passage.text.slice(span.start, span.end)).terms,
    }));
  const holders = new Map<string, number[]>();
  for (const [i, { terms }] of sentences.entries())
    for (const term of terms) {
      const known = holders.get(term);
      if (known === undefined) holders.set(term, [i]);
      else known.push(i);
    }
  return {
    instructions,
    heading: claimTerms(`${passage.title}\n${passage.section ?? ''}`),
    whole: claimTerms(passage.text),
    sentences,
    holders,
  };
}

/** Whether a source has a claim's value. Counts are compared without their counters, which a translation changes. */
function hasValue(value: Value, written: string, source: ClaimTerms): boolean {
  if (source.text.includes(written) && !isQuantity(value)) return true;
  return source.values.some((other) => {
    if (compareValues(value, other) === 'same') return coversParts(other, value) || value.kind === 'date';
    if (!isQuantity(value) || !isQuantity(other)) return false;
    const isLoose = value.free || other.free || (value.kind === 'count' && other.kind === 'count');
    return isLoose && value.value / value.factor === other.value / other.factor;
  });
}

/** Whether every value of a claim is in one of its passages or in their headings. Any other value is invented. */
export function holdsValues(claim: ClaimTerms, passages: readonly AlignablePassage[]): boolean {
  const sources = passages.flatMap(({ whole, heading }) => [whole, heading]);
  return claim.checked.every((value) => {
    const written = claim.text.slice(value.start, value.end);
    return sources.some((source) => hasValue(value, written, source));
  });
}

/**
 * Share of the claim that the terms cover, 0..1. Terms of the heading (mostly the subject) are optional: a sentence need not repeat them.
 */
function share(claim: ClaimTerms, holds: (term: string) => boolean, heading: ReadonlySet<string>): number {
  let [shared, wanted] = [0, 0];
  for (const term of claim.terms) {
    const isHeld = holds(term);
    if (isHeld) shared++;
    if (isHeld || !heading.has(term)) wanted++;
  }
  return shared < Math.min(MIN_SHARED, claim.terms.size) || wanted === 0 ? 0 : shared / wanted;
}

/** Indices of the sentences that share a term with the claim, and of the sentences before them, in order. */
function candidates(claim: ClaimTerms, { holders }: AlignablePassage): number[] {
  const found = new Set<number>();
  for (const term of claim.terms)
    for (const i of holders.get(term) ?? []) {
      if (i > 0) found.add(i - 1);
      found.add(i);
    }
  return [...found].sort((a, b) => a - b);
}

/** The sentence of a passage, or two adjacent ones, that support the claim; undefined if none does. The first of equals wins. */
export function alignClaim(claim: ClaimTerms, passage: AlignablePassage): TextSpan | undefined {
  let best: { readonly span: TextSpan; readonly share: number } | undefined;
  const heading = passage.heading.terms;
  for (const i of candidates(claim, passage)) {
    const [sentence, next] = passage.sentences.slice(i, i + 2);
    if (sentence === undefined) continue;
    const own = share(claim, (term) => sentence.terms.has(term), heading);
    if (own > (best?.share ?? 0)) best = { span: { start: sentence.start, end: sentence.end }, share: own };
    if (next === undefined) continue;
    const both = share(claim, (term) => sentence.terms.has(term) || next.terms.has(term), heading);
    const alone = Math.max(
      own,
      share(claim, (term) => next.terms.has(term), heading),
    );
    if (both >= alone + MIN_GAIN_OF_PAIR && both > (best?.share ?? 0))
      best = { span: { start: sentence.start, end: next.end }, share: both };
  }
  return best !== undefined && best.share >= MIN_SHARE ? best.span : undefined;
}
