import { Injectable, Logger } from '@nestjs/common';
import { attachSources, Citation, Source, toSource } from '../domain/answer.js';
import { ComposedAnswer, Composer, LlmUsage } from '../domain/composer.js';
import { abstainedConfidence, confidence } from '../domain/confidence.js';
import { findCorroboration } from '../domain/corroboration.js';
import { ANSWER_THRESHOLD } from '../domain/answer-model.js';
import { RankedSentence } from '../domain/evidence.js';
import { MESSAGES } from '../domain/messages.js';
import type { AnalysedMessage } from './analyse-message.js';
import type { RetrievedEvidence } from './retrieve-evidence.js';

export interface Composition {
  readonly response: string;
  readonly sources: readonly Source[];
  readonly citations: readonly Citation[];
  readonly confidence: number;
  readonly degraded: readonly string[];
  readonly usage: LlmUsage;
  readonly abstained: boolean;
}

/** Sentences that a writer is given: more would only dilute. */
const SENTENCES = 24;
/** Passages that stand in for an answer when the writer is away. */
const QUOTED_PASSAGES = 3;

/** Third step: an answer from the evidence, or the plain word that the documents do not answer. */
@Injectable()
export class ComposeAnswer {
  private readonly logger = new Logger('compose');

  constructor(private readonly composer: Composer) {}

  async execute(analysed: AnalysedMessage, retrieved: RetrievedEvidence, signal: AbortSignal): Promise<Composition> {
    if (retrieved.answerability.probability < ANSWER_THRESHOLD)
      return this.withoutAnswer(analysed, retrieved, this.composer.idleUsage());
    const composed = await this.composer.compose(
      {
        question: analysed.question,
        language: analysed.language,
        depth: analysed.intent === 'explanation' ? 'explanation' : 'answer',
        sentences: retrieved.sentences.slice(0, SENTENCES),
      },
      signal,
    );
    return composed.abstained
      ? this.withoutAnswer(analysed, retrieved, composed.usage)
      : this.cited(composed, retrieved);
  }

  /** The writer failed or was late: the best sentences, each in its passage, say so themselves. */
  quotedPassages(analysed: AnalysedMessage, retrieved: RetrievedEvidence, cause: unknown): Composition {
    this.logger.warn({ err: cause }, 'the answer writer failed; passages are quoted instead');
    let text = MESSAGES[analysed.language].unavailable;
    const composed = this.bestOfEachPassage(retrieved.sentences).map(({ evidence, sentence }) => {
      text += '\n\n';
      const start = text.length;
      text += sentence.text;
      return { start, end: text.length, chunkId: evidence.chunkId, quoteStart: sentence.start, quoteEnd: sentence.end };
    });
    // What a call that failed or was cancelled has cost is not told.
    const usage = { ...this.composer.idleUsage(), costUsd: null };
    return this.cited({ text, citations: composed, usage, degraded: ['llm'], abstained: false }, retrieved);
  }

  private bestOfEachPassage(sentences: readonly RankedSentence[]): RankedSentence[] {
    const best = new Map<string, RankedSentence>();
    for (const ranked of sentences) if (!best.has(ranked.evidence.chunkId)) best.set(ranked.evidence.chunkId, ranked);
    return [...best.values()].slice(0, QUOTED_PASSAGES);
  }

  private cited(composed: ComposedAnswer, retrieved: RetrievedEvidence): Composition {
    const { sources, citations } = this.withCorroboration(attachSources(composed, retrieved.evidence), retrieved);
    const top = Math.max(0, ...sources.map((s) => s.score));
    return {
      response: composed.text,
      sources,
      citations,
      confidence: confidence(top, sources.length),
      degraded: composed.degraded,
      usage: composed.usage,
      abstained: false,
    };
  }

  /** Another document that says the same as a quoted sentence is a source too: two that agree count as two. */
  private withCorroboration(
    answer: { sources: Source[]; citations: Citation[] },
    retrieved: RetrievedEvidence,
  ): { sources: Source[]; citations: Citation[] } {
    const [source] = answer.sources;
    const from = retrieved.evidence.find((e) => e.chunkId === source?.chunkId);
    if (source === undefined || from === undefined || answer.sources.length > 1) return answer;
    for (const citation of answer.citations) {
      const quote = from.text.slice(citation.quoteStart - from.start, citation.quoteEnd - from.start);
      const found = findCorroboration(quote, from, retrieved.evidence);
      if (found === undefined) continue;
      const { evidence, sentence } = found;
      const second = toSource(evidence, 2, { from: sentence.start, to: sentence.end, corroborating: true });
      const cited = { ...citation, sourceN: 2, quoteStart: second.start, quoteEnd: second.end };
      return { sources: [source, second], citations: [...answer.citations, cited] };
    }
    return answer;
  }

  private withoutAnswer(analysed: AnalysedMessage, retrieved: RetrievedEvidence, usage: LlmUsage): Composition {
    const isGreeting = analysed.intent === 'general';
    const top = Math.max(0, ...retrieved.evidence.map((e) => e.score));
    return {
      response: isGreeting ? MESSAGES[analysed.language].greeting : MESSAGES[analysed.language].abstain,
      sources: [],
      citations: [],
      confidence: abstainedConfidence(top, 0),
      degraded: [],
      usage,
      abstained: true,
    };
  }
}
