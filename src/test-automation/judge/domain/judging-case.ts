import { PhraseLists } from './phrase-lists.js';
import { GivenCitation, GoldDocument } from './cited-place.js';
import { EvidenceSource, JudgedClaim } from './claims.js';
import { Nearness } from './meaning.js';
import { ReplyKind } from './reply-kind.js';
import { FactReading } from './required-facts.js';

/** An answer with all that its verdict may rest on. */
export interface JudgingCase {
  readonly question: string;
  readonly answer: string;
  /** Undefined: nobody has said. */
  readonly answerable: boolean | undefined;
  /** Each fact in its wordings; one of them has to be stated. */
  readonly facts: readonly (readonly string[])[];
  readonly gold: readonly GoldDocument[];
  /** A right answer. */
  readonly reference: string | undefined;
  readonly citations: readonly GivenCitation[];
  /** Texts of the documents that the answer cites, beside those of the gold. */
  readonly cited: readonly EvidenceSource[];
  /** What else the asker may see: texts that were sent along, or what a search found. */
  readonly rest: readonly EvidenceSource[];
  readonly phrases: PhraseLists;
  readonly nearness: Nearness;
}

/** What became of the places that an answer says it has it from. */
export interface CitationReading {
  readonly given: boolean;
  /** Null where no place is named, or the right one is not known. */
  readonly right: boolean | null;
}

/** Everything that was read of an answer, before the verdict. */
export interface AnswerReading {
  readonly kind: ReplyKind;
  readonly facts: readonly FactReading[];
  readonly claims: readonly JudgedClaim[];
  readonly citation: CitationReading;
  /** Somebody has said what the right answer is, or where it stands. */
  readonly isExpected: boolean;
  readonly goldText: string;
}
