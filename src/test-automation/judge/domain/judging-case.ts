import { CitedPage, GivenCitation, GoldDocument } from './cited-place.js';
import { EvidenceSource, JudgedClaim } from './claims.js';
import { Nearness } from './meaning.js';
import { ReplyKind, PhraseLists } from './reply-kind.js';
import { FactReading } from './required-facts.js';

/** An answer with all possible evidence for its verdict. */
export interface JudgingCase {
  readonly question: string;
  readonly answer: string;
  /** Undefined: unknown. */
  readonly answerable: boolean | undefined;
  /** Each fact in its wordings; one of them has to be stated. */
  readonly facts: readonly (readonly string[])[];
  readonly gold: readonly GoldDocument[];
  /** A right answer. */
  readonly reference: string | undefined;
  readonly citations: readonly GivenCitation[];
  /** The cited documents that are not those of the gold, as far as they are known; undefined: none is. */
  readonly citedPages?: readonly CitedPage[];
  /** Texts of the documents that the answer cites, in addition to those of the gold. */
  readonly cited: readonly EvidenceSource[];
  /** Other texts that the caller may see: evidence in the request, or results of a search. */
  readonly rest: readonly EvidenceSource[];
  readonly phrases: PhraseLists;
  readonly nearness: Nearness;
}

/** Results for the locations that an answer cites. */
export interface CitationReading {
  readonly given: boolean;
  /** Null if no location is cited, or the right one is unknown. */
  readonly right: boolean | null;
}

/** The whole reading of an answer, before the verdict. */
export interface AnswerReading {
  readonly kind: ReplyKind;
  readonly facts: readonly FactReading[];
  readonly claims: readonly JudgedClaim[];
  readonly citation: CitationReading;
  /** Whether the right answer, or its location, is known. */
  readonly isExpected: boolean;
  readonly goldText: string;
  /** The gold passages with the rest of their provisions: the details that an answer could give. */
  readonly offered: string;
}
