import { sentenceSpans } from '../../text/sentences/sentences.js';
import { overlap, TextSpan } from '../../text/text-span.js';
import { WriterPassage } from './written-answer.js';
import { findInstructions, FoundInstruction } from './instructions.js';
import { ClaimTerms, claimTerms } from './claim-terms.js';

/** A passage with the terms of its parts, compared once for all claims. */
export interface AlignablePassage {
  readonly heading: ClaimTerms;
  readonly whole: ClaimTerms;
  /** Without those that speak to a model: a reply that repeats them followed them. */
  readonly sentences: readonly (TextSpan & {
    readonly terms: ReadonlySet<string>;
  })[];
  /** Numbers of the sentences that hold a term, so that a claim is not compared with those that share nothing with it. */
  readonly holders: ReadonlyMap<string, readonly number[]>;
  readonly instructions: readonly FoundInstruction[];
}

/** Share of a claim's terms that its sentence must hold. Paraphrases keep more than half of their terms; a third is chance. */
const MIN_SHARE = 0.45;
/** One shared word is chance. */
const MIN_SHARED = 2;
/** A claim may stand on two neighbouring sentences, where the second really adds to the first. */
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

/** Whether every number of a claim stands in one of its passages or in their headings. A number that does not was invented. */
export function holdsNumbers(claim: ClaimTerms, passages: readonly AlignablePassage[]): boolean {
  return claim.numbers.every((spellings) =>
    spellings.some((n) => passages.some((p) => p.whole.terms.has(n) || p.heading.terms.has(n))),
  );
}

/**
 * Share of the claim that the terms hold, 0..1. What the claim takes from the heading (its subject, mostly) is not held
 * against a sentence that does not repeat it.
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

/** Numbers of the sentences that share a term with the claim, and of those before them, in order. */
function candidates(claim: ClaimTerms, { holders }: AlignablePassage): number[] {
  const found = new Set<number>();
  for (const term of claim.terms)
    for (const i of holders.get(term) ?? []) {
      if (i > 0) found.add(i - 1);
      found.add(i);
    }
  return [...found].sort((a, b) => a - b);
}

/** The sentence of a passage, or two neighbours, that say what the claim says; undefined when none does. Ties go to the first. */
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
