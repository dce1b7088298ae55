import { Answerability } from './answerability.js';
import { AnalysedMessage } from './analysed-message.js';
import { Evidence } from './evidence.js';
import { SearchFacts } from './retriever.js';
import { LikelySentence } from './sentence-likelihood.js';
import { NearestPassage, AskRequest } from './answer.js';
import { Edition } from './edition.js';
import { Period } from '../../text/periods/calendar-period.js';

/** Parameters of the retrieval. Each component switches on its own part; with all components off it is the raw question and BM25. */
export interface RetrievalPlan {
  readonly request: AskRequest;
  readonly analysed: AnalysedMessage;
  /** 2: a second retrieval, since the first was poor; it is optional and has its own time limit. */
  readonly attempt: 1 | 2;
  readonly topK: number;
  /** Expansion text, searched in addition to the question. */
  readonly beside: string | undefined;
  readonly feedback: boolean;
  readonly hybrid: boolean;
  readonly rerank: boolean;
}

/** What was found for the time that a message asks about. */
export interface EvidenceOfPeriod {
  /** The caller's day. */
  readonly today: string;
  readonly asked: Period;
  /** The message with its words of time, as a self-contained question. */
  readonly question: string;
  /** Evidence of the later editions in the period, oldest first; the evidence that this belongs to is of the first. */
  readonly others: readonly RetrievedEvidence[];
  /** Editions of the same text outside the period; empty unless none is known inside. */
  readonly known: readonly KnownEdition[];
}

export interface KnownEdition {
  readonly title: string;
  readonly edition: Edition;
}

export interface RetrievedEvidence {
  /** With calibrated scores. */
  readonly evidence: readonly Evidence[];
  /** Likeliest first. */
  readonly sentences: readonly LikelySentence[];
  readonly answerability: Answerability;
  readonly degraded: readonly string[];
  readonly search: SearchFacts;
  /** The day for which it was searched; absent for any day. */
  readonly asOf?: string | undefined;
  /** Set if the message asks for a time. */
  readonly period?: EvidenceOfPeriod;
  /** The question of the chosen reading; undefined for the question of the analysis. */
  readonly question?: string;
  /** False: the likeliest sentence mentions nothing that the message itself names, only the topic of earlier messages. */
  readonly isAbout?: boolean;
  /** The question asks for provisions by their numbers, and for nothing else: it has no other reading. */
  readonly isLookUp?: boolean;
  /** The message asks nothing of the documents, so that no search was made. */
  readonly needless: boolean;
}

/** The plan before any component. */
export function barePlan(request: AskRequest, analysed: AnalysedMessage): RetrievalPlan {
  return {
    request,
    analysed,
    attempt: 1,
    topK: request.topK,
    beside: undefined,
    feedback: false,
    hybrid: false,
    rerank: false,
  };
}

const MOST = 3;
/**
 * Below this probability of an answer no passage is near. On the natural questions of the development set, 68 of 92 wrong abstentions are
 * above it, half of them with the passage among the first three, and 5 of 40 questions of other domains.
 */
const LEAST_PROBABILITY = 0.1;

/**
 * The sections nearest to an unanswered question, nearest first; empty if no passage is near. Each is named once, also where two documents
 * have the same title: they would read the same.
 */
export function nearestPassages({ sentences, answerability }: RetrievedEvidence): NearestPassage[] {
  if (answerability.probability < LEAST_PROBABILITY) return [];
  const nearest = new Map<string, NearestPassage>();
  for (const { evidence } of sentences) {
    const { documentId, chunkId, title, section, url, canonicalPath } = evidence;
    const key = JSON.stringify([title, section ?? '']);
    if (!nearest.has(key)) nearest.set(key, { documentId, chunkId, title, section, url, canonicalPath });
    if (nearest.size === MOST) break;
  }
  return [...nearest.values()];
}
