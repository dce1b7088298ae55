import { CategoryFilter } from '../../shared/domain/category-filter.js';
import { contentWords } from '../../text/clauses/words.js';

/** Result of the check of a claim. */
export type Verdict = 'supported' | 'contradicted' | 'not_found';

/** A text that claims are compared with: one of the request, or a found passage. */
export interface EvidenceText {
  /** Of the text, or of the document. */
  readonly id: string;
  readonly chunkId?: string | undefined;
  readonly text: string;
  /** Offset of the text in the stored document; 0 for a text of the request. */
  readonly offset?: number | undefined;
  /** Title and section: the topic of the text, whose words the text itself may omit. */
  readonly heading?: string | undefined;
}

/** The span of evidence that decides a claim. Offsets are UTF-16 units of the evidence's text, or of the stored document. */
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
  /** English sentences about agreements and differences. */
  readonly reasons: readonly string[];
  /** Contains a number, date, provision or name, so that its absence from the evidence fails the check. */
  readonly checkable: boolean;
}

export interface FactCheck {
  readonly claims: readonly CheckedClaim[];
  /** False if a claim is contradicted, or a checkable claim is not found. */
  readonly passed: boolean;
  /** False if the answer contains no claim: `passed` then has no meaning and must not count as a success. */
  readonly evaluated: boolean;
}

/** The result over all claims of an answer. */
export function factCheck(claims: readonly CheckedClaim[]): FactCheck {
  const fails = (claim: CheckedClaim): boolean =>
    claim.verdict === 'contradicted' || (claim.verdict === 'not_found' && claim.checkable);
  return { claims, passed: !claims.some(fails), evaluated: claims.length > 0 };
}

export interface EvidenceQuery {
  readonly text: string;
  readonly filter: CategoryFilter;
  /** `YYYY-MM-DD`. */
  readonly asOf: string;
}

/** Finds passages for a claim. The adapter in infrastructure uses the search feature. */
export abstract class EvidenceSource {
  abstract find(query: EvidenceQuery, signal: AbortSignal): Promise<readonly EvidenceText[]>;
}

/** A claim with fewer content words is searched together with the question. */
const MIN_WORDS = 4;
/** Maximum length of a query. */
const MAX_LENGTH = 400;

/** The search query for the check of a claim: the claim itself, with the question if the claim is too short. */
export function verificationQuery(claim: string, question: string | undefined): string {
  const isShort = question !== undefined && contentWords(claim).length < MIN_WORDS;
  return (isShort ? `${question} ${claim}` : claim).slice(0, MAX_LENGTH);
}
