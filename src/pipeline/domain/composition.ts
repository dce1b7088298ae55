import { AnalysedMessage } from './analysed-message.js';
import { Citation, Source, NearestPassage, AskRequest } from './answer.js';
import { ComposedAnswer, ComposedFindings, Correction, LlmUsage, WriterFailure } from './composer.js';
import { FactCheckSummary } from './answer-checker.js';
import { RetrievedEvidence } from './retrieval-plan.js';

/** Input of the composition of an answer. */
export interface CompositionDraft {
  readonly request: AskRequest;
  readonly analysed: AnalysedMessage;
  readonly retrieved: RetrievedEvidence;
  /** Claims of earlier drafts that must not be repeated. */
  readonly corrections: readonly Correction[];
  /** Part of a longer answer: it is not sent while it is written. */
  readonly isPart?: boolean;
}

export interface Composition {
  readonly response: string;
  readonly sources: readonly Source[];
  readonly citations: readonly Citation[];
  readonly confidence: number;
  readonly degraded: readonly string[];
  readonly usage: LlmUsage;
  readonly abstained: boolean;
  /** It answers small talk, which asks nothing of the documents. */
  readonly isSmallTalk?: boolean;
  /** The nearest passages if it abstains. */
  readonly nearest?: readonly NearestPassage[];
  /** The writer's answer. Undefined if there is none to check: the answer abstains, or quotes replace a failed writer. */
  readonly composed: ComposedAnswer | undefined;
  /** Findings of the writer's answer; undefined if nothing was written. */
  readonly findings: ComposedFindings | undefined;
  readonly factCheck?: FactCheckSummary;
  /** Why quotes replace the writer. */
  readonly writerFailure?: WriterFailure;
}
