/** What became of a claim. */
export type Verdict = 'supported' | 'contradicted' | 'not_found';

/** A text that claims are held against: one that was sent along, or a passage that was found. */
export interface EvidenceText {
  /** Of the text, or of the document. */
  readonly id: string;
  readonly chunkId?: string | undefined;
  readonly text: string;
  /** Where the text begins in the stored document; 0 for a text that was sent along. */
  readonly offset?: number | undefined;
  /** Title and section: what the text is about, in words that it need not repeat. */
  readonly heading?: string | undefined;
}

/** The stretch of evidence that decides a claim. Offsets are UTF-16 units of the evidence's text, or of the stored document. */
export interface Quote {
  readonly id: string;
  readonly chunkId: string | undefined;
  readonly quote: string;
  readonly start: number;
  readonly end: number;
}

export interface CheckedClaim {
  readonly text: string;
  /** UTF-16 offsets in the answer. */
  readonly start: number;
  readonly end: number;
  readonly verdict: Verdict;
  /** Probability that the verdict is right, 0..1, as fitted on labelled claims. */
  readonly confidence: number;
  readonly evidence: Quote | null;
  /** English sentences that say what agrees or differs. */
  readonly reasons: readonly string[];
  /** Holds a number, date, provision or name, so that its absence from the evidence fails the check. */
  readonly checkable: boolean;
}

export interface FactCheck {
  readonly claims: readonly CheckedClaim[];
  /** False when a claim is contradicted, or a checkable one is not found. */
  readonly passed: boolean;
  /** False when the answer holds no claim: then `passed` says nothing, and nobody may count it as a success. */
  readonly evaluated: boolean;
}

/** The result over all claims of an answer. */
export function factCheck(claims: readonly CheckedClaim[]): FactCheck {
  const fails = (claim: CheckedClaim): boolean =>
    claim.verdict === 'contradicted' || (claim.verdict === 'not_found' && claim.checkable);
  return { claims, passed: !claims.some(fails), evaluated: claims.length > 0 };
}
