import { PagePlace } from '../../shared/domain/page-place.js';
import { placeOfQuote } from './page-place.js';
import { Language } from '../../text/language.js';
import { ComposedAnswer, ComposedFindings, LlmUsage, WriterFailure } from './composer.js';
import { Answerability } from './answerability.js';
import { Edition, editionOf } from './edition.js';
import { Evidence } from './evidence.js';
import { Period } from '../../text/periods/calendar-period.js';
import { FactCheckSummary } from './answer-checker.js';
import { Intent } from './intent.js';
import { StepName } from './step.js';
import { ComponentName, ComponentSwitches } from './trace.js';
import { CategoryFilter } from '../../shared/domain/category-filter.js';
import { RetrievalDepth } from '../../shared/domain/retrieval-depth.js';

/** A passage that the answer uses, with its exact quote and the offsets of the quote in the stored document. */
export interface Source {
  readonly n: number;
  readonly documentId: string;
  readonly chunkId: string;
  readonly title: string;
  readonly section: string | undefined;
  readonly url: string | null;
  readonly date: string | null;
  readonly version: string | null;
  /** Absent for a document without a version and without days of force. */
  readonly edition?: Edition | undefined;
  readonly canonicalPath: readonly string[];
  readonly quote: string;
  readonly score: number;
  readonly start: number;
  readonly end: number;
  /** Where the quote is in the file, for formats with pages. */
  readonly place?: PagePlace;
  /** Whether the file that the document was read from can be downloaded. */
  readonly isFromFile?: boolean;
  /** It supports a cited sentence independently, without being quoted in the answer. */
  readonly corroborating: boolean;
}

/** A span of the answer and the text of the stored document that supports it. */
export interface Citation {
  readonly start: number;
  readonly end: number;
  readonly sourceN: number;
  /** Offsets in the stored document, UTF-16 units. */
  readonly quoteStart: number;
  readonly quoteEnd: number;
}

/** A place to read for a caller without an answer. It is not an answer, and its text is not shown. */
export interface NearestPassage {
  readonly documentId: string;
  readonly chunkId: string;
  readonly title: string;
  readonly section: string | undefined;
  readonly url: string | null;
  readonly canonicalPath: readonly string[];
}

export interface Answer {
  readonly response: string;
  readonly conversationId: string;
  readonly sources: readonly Source[];
  readonly citations: readonly Citation[];
  readonly confidence: number;
  readonly taxonomyVersion: string;
  readonly latencyS: number;
  readonly intent: Intent;
  readonly language: Language;
  /** The audience of the question; undefined if the question names none. */
  readonly audience: string | undefined;
  /** The time for which the rules were asked; absent if none was. */
  readonly period?: Period | undefined;
  /** The four steps, and each component that fired. */
  readonly stepTimingsS: Readonly<Record<StepName, number>> & Readonly<Partial<Record<ComponentName, number>>>;
  readonly degraded: readonly string[];
  /** Why the writer's answer is missing, if `degraded` says so. */
  readonly writerFailure?: WriterFailure | undefined;
  readonly llm: LlmUsage;
  readonly abstained: boolean;
  /** It answers small talk, which asks nothing of the documents. */
  readonly isSmallTalk?: boolean;
  /** The nearest passages if it abstains. They are not an answer and not a source. */
  readonly nearest?: readonly NearestPassage[];
  readonly findings: ComposedFindings | undefined;
  readonly factCheck: FactCheckSummary | undefined;
  readonly answerability: Answerability;
  readonly traceId: string;
  readonly completedQuestion: string;
  /** Ids of the documents that the writer read, if a span of the answer has no citation. */
  readonly grounds?: readonly string[];
}

/** Whether a person should look at an answer: its calibrated confidence is below the threshold. Small talk needs no review. */
export function needsReview({ answerability, isSmallTalk }: Answer, reviewBelow: number): boolean {
  return isSmallTalk !== true && answerability.probability < reviewBelow;
}

/**
 * Sources and citations of a composed answer. A passage is one source for any number of quotes; its quote is the span from its first quoted
 * sentence to its last, which is verbatim text of the stored document.
 */
export function attachSources(
  composed: ComposedAnswer,
  evidence: readonly Evidence[],
): { sources: Source[]; citations: Citation[] } {
  const byChunk = new Map(evidence.map((e) => [e.chunkId, e]));
  const numbers = new Map<string, number>();
  for (const citation of composed.citations)
    if (!numbers.has(citation.chunkId)) numbers.set(citation.chunkId, numbers.size + 1);
  const sources = [...numbers].flatMap(([chunkId, n]) => {
    const passage = byChunk.get(chunkId);
    if (passage === undefined) return [];
    const own = composed.citations.filter((c) => c.chunkId === chunkId);
    const from = Math.min(...own.map((c) => c.quoteStart));
    const to = Math.max(...own.map((c) => c.quoteEnd));
    return [toSource(passage, n, { from, to, corroborating: false })];
  });
  const citations = composed.citations.flatMap((c) => {
    const passage = byChunk.get(c.chunkId);
    return passage === undefined
      ? []
      : [
          {
            start: c.start,
            end: c.end,
            sourceN: numbers.get(c.chunkId) ?? 0,
            quoteStart: passage.start + c.quoteStart,
            quoteEnd: passage.start + c.quoteEnd,
          },
        ];
  });
  return { sources, citations };
}

export function toSource(
  passage: Evidence,
  n: number,
  place: { readonly from: number; readonly to: number; readonly corroborating: boolean },
): Source {
  const found = placeOfQuote(passage.places ?? [], place.from, place.to);
  return {
    n,
    documentId: passage.documentId,
    chunkId: passage.chunkId,
    title: passage.title,
    section: passage.section,
    url: passage.url,
    date: passage.date,
    version: passage.version,
    edition: editionOf(passage),
    canonicalPath: passage.canonicalPath,
    quote: passage.text.slice(place.from, place.to),
    score: passage.score,
    start: passage.start + place.from,
    end: passage.start + place.to,
    ...(found === undefined ? {} : { place: found }),
    ...(passage.isFromFile === true ? { isFromFile: true } : {}),
    corroborating: place.corroborating,
  };
}

/** Input of the pipeline. */
export interface ChosenScope {
  readonly agentId?: string | undefined;
  /** Category paths as they were written. */
  readonly categories?: readonly (readonly string[])[] | undefined;
}

export interface AskRequest {
  readonly message: string;
  readonly conversationId: string | undefined;
  readonly owner: string;
  readonly filter: CategoryFilter;
  /** `YYYY-MM-DD`; today without it. */
  readonly asOf: string | undefined;
  readonly topK: number;
  /** If absent, the search uses its own depth. */
  readonly depth?: RetrievalDepth | undefined;
  /** Earlier questions, oldest first, if the client keeps the conversation itself. Without it, the stored conversation is read. */
  readonly history?: readonly string[] | undefined;
  /** Below this confidence a person should look at the answer. */
  readonly reviewBelow?: number | undefined;
  /** False: neither the turn nor the trace is stored. The audit log still has its entry. */
  readonly isKept?: boolean | undefined;
  /** A question of a test session: it is not counted among those of people. */
  readonly isTest?: boolean;
  /** What the caller limited the question to, stored with its turn so that it can be asked again; `filter` has its effect. */
  readonly chosen?: ChosenScope;
  readonly switches: ComponentSwitches;
}
