import { AnalysedMessage } from './analysed-message.js';
import { Citation, Source } from './answer.js';
import { AskRequest } from './ask-request.js';
import { ComposedAnswer, ComposedFindings, Correction, LlmUsage, WriterFailure } from './composer.js';
import { FactCheckSummary } from './fact-check-summary.js';
import { NearestPassage } from './nearest-passage.js';
import { RetrievedEvidence } from './retrieval-plan.js';

/** What an answer is composed from. */
export interface CompositionDraft {
  readonly request: AskRequest;
  readonly analysed: AnalysedMessage;
  readonly retrieved: RetrievedEvidence;
  /** Claims of earlier drafts that must not be said again. */
  readonly corrections: readonly Correction[];
}

export interface Composition {
  readonly response: string;
  readonly sources: readonly Source[];
  readonly citations: readonly Citation[];
  readonly confidence: number;
  readonly degraded: readonly string[];
  readonly usage: LlmUsage;
  readonly abstained: boolean;
  /** It answers a greeting or the like, which asks nothing of the documents. */
  readonly isSmallTalk?: boolean;
  /** Where to look instead, when it abstains. */
  readonly nearest?: readonly NearestPassage[];
  /** The writer's answer behind it; undefined where there is none to check: it abstains, or quotes stand in for a failed writer. */
  readonly composed: ComposedAnswer | undefined;
  /** Of the writer's answer; undefined where nothing was written. */
  readonly findings: ComposedFindings | undefined;
  readonly factCheck?: FactCheckSummary;
  /** Why quotes stand in for the writer. */
  readonly writerFailure?: WriterFailure;
}
