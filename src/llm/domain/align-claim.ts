import { sentenceSpans } from '../../shared/domain/sentences.js';
import { TextSpan } from '../../shared/domain/text-span.js';
import { WriterPassage } from './written-answer.js';
import { findInstructions, FoundInstruction } from './instructions.js';
import { ClaimTerms, claimTerms } from './claim-terms.js';

/** A passage with the terms of its parts, compared once for all claims. */
export interface AlignablePassage {
  readonly heading: ClaimTerms;
  readonly whole: ClaimTerms;
  /** Without those that speak to a model: a reply that repeats them followed them. */
  readonly sentences: readonly (TextSpan & { readonly terms: ReadonlySet<string> })[];
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
  const isInstruction = (span: TextSpan) => instructions.some((i) => i.start < span.end && span.start < i.end);
  return {
    instructions,
    heading: claimTerms(`${passage.title}\n${passage.section ?? ''}`),
    whole: claimTerms(passage.text),
    sentences: sentenceSpans(passage.text)
      .filter((span) => !isInstruction(span))
      .map((span) => ({ ...span, terms: claimTerms(passage.text.slice(span.start, span.end)).terms })),
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
function share(claim: ClaimTerms, held: ReadonlySet<string>, heading: ReadonlySet<string>): number {
  const shared = [...claim.terms].filter((term) => held.has(term)).length;
  const wanted = [...claim.terms].filter((term) => held.has(term) || !heading.has(term)).length;
  return shared < Math.min(MIN_SHARED, claim.terms.size) || wanted === 0 ? 0 : shared / wanted;
}

/** The sentence of a passage, or two neighbours, that say what the claim says; undefined when none does. Ties go to the first. */
export function alignClaim(claim: ClaimTerms, passage: AlignablePassage): TextSpan | undefined {
  let best: { readonly span: TextSpan; readonly share: number } | undefined;
  const heading = passage.heading.terms;
  passage.sentences.forEach((sentence, i) => {
    const own = share(claim, sentence.terms, heading);
    if (own > (best?.share ?? 0)) best = { span: { start: sentence.start, end: sentence.end }, share: own };
    const next = passage.sentences[i + 1];
    if (next === undefined) return;
    const both = share(claim, new Set([...sentence.terms, ...next.terms]), heading);
    const alone = Math.max(own, share(claim, next.terms, heading));
    if (both >= alone + MIN_GAIN_OF_PAIR && both > (best?.share ?? 0))
      best = { span: { start: sentence.start, end: next.end }, share: both };
  });
  return best !== undefined && best.share >= MIN_SHARE ? best.span : undefined;
}
