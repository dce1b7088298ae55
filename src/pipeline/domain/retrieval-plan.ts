import { Answerability } from './answerability.js';
import { AnalysedMessage } from './analysed-message.js';
import { AskRequest } from './ask-request.js';
import { Evidence } from './evidence.js';
import { SearchFacts } from './retriever.js';
import { LikelySentence } from './sentence-likelihood.js';

/** How passages are looked for. The components turn on what they add; with all of them off it is the raw question and BM25. */
export interface RetrievalPlan {
  readonly request: AskRequest;
  readonly analysed: AnalysedMessage;
  /** 2: a second retrieval, because the first was poor; it is optional and has a limit of its own. */
  readonly attempt: 1 | 2;
  readonly topK: number;
  /** Text that is looked for beside the question. */
  readonly beside: string | undefined;
  readonly feedback: boolean;
  readonly hybrid: boolean;
  readonly rerank: boolean;
}

export interface RetrievedEvidence {
  /** With calibrated scores. */
  readonly evidence: readonly Evidence[];
  /** Likeliest first. */
  readonly sentences: readonly LikelySentence[];
  readonly answerability: Answerability;
  readonly degraded: readonly string[];
  readonly search: SearchFacts;
  /** The question that the message was read as; undefined for the one that the analysis gave. */
  readonly question?: string;
  /** False: the likeliest sentence speaks of nothing that the message itself names, only of what was said before it. */
  readonly isAbout?: boolean;
  /** The question asks for provisions by their numbers, and nothing else: it has no other reading. */
  readonly isLookUp?: boolean;
  /** The message asks nothing of the documents, so that nothing was looked for. */
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
