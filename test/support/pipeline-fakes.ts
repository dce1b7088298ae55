import { UNRESTRICTED } from '../../src/shared/domain/category-filter.js';
import { AnalysedMessage } from '../../src/pipeline/domain/analysed-message.js';
import { AskRequest } from '../../src/pipeline/domain/answer.js';
import { ComponentContext, ModelAnswer, ModelPrompt } from '../../src/pipeline/domain/component.js';
import { ComposedAnswer, Composer, ComposeRequest, LlmUsage } from '../../src/pipeline/domain/composer.js';
import { Evidence } from '../../src/pipeline/domain/evidence.js';
import { PipelineSnapshot } from '../../src/pipeline/domain/pipeline-settings.js';
import { barePlan, RetrievalPlan, RetrievedEvidence } from '../../src/pipeline/domain/retrieval-plan.js';
import { NO_SEARCH } from '../../src/pipeline/domain/retriever.js';
import { ComponentName } from '../../src/pipeline/domain/trace.js';
import { configuredSettings } from './configured-settings.js';

export const KILN_TEXT = 'The kiln fires at 1,240 degrees.';
export const IDLE: LlmUsage = { provider: 'fake', model: 'fake-1', inputTokens: 0, outputTokens: 0, costUsd: 0 };
export const USED: LlmUsage = { ...IDLE, inputTokens: 90, outputTokens: 9, costUsd: null };

export function askRequest(more: Partial<AskRequest> = {}): AskRequest {
  return {
    message: 'How hot is the kiln?',
    conversationId: undefined,
    owner: 'ann',
    filter: UNRESTRICTED,
    asOf: undefined,
    topK: 10,
    switches: {},
    ...more,
  };
}

export function analysedMessage(more: Partial<AnalysedMessage> = {}): AnalysedMessage {
  return {
    intent: 'question',
    language: 'en',
    said: more.question ?? 'How hot is the kiln?',
    question: 'How hot is the kiln?',
    previous: undefined,
    type: { kind: 'other', pattern: undefined },
    audience: undefined,
    synonyms: true,
    ...more,
  };
}

export function plan(more: Partial<AnalysedMessage> = {}): RetrievalPlan {
  const analysed = analysedMessage(more);
  return barePlan(askRequest({ message: analysed.question }), analysed);
}

/** A passage of one sentence. */
export function evidence(chunkId = 'kiln#0', text = KILN_TEXT, score = 0.8): Evidence {
  return {
    chunkId,
    documentId: chunkId.split('#')[0] ?? chunkId,
    title: 'Kiln rules',
    section: undefined,
    url: null,
    date: null,
    version: null,
    canonicalPath: ['Pottery'],
    start: 0,
    text,
    score,
    deleted: false,
    titleWords: [],
    aside: false,
    headingShares: [1],
    passageShares: [1],
    sentences: [{ start: 0, end: text.length, text, shares: [1] }],
  };
}

/** Passages as the second step gives them; the support of each one's sentence is its score. */
export function retrieved(probability: number, passages: readonly Evidence[] = [evidence()]): RetrievedEvidence {
  return {
    evidence: passages,
    sentences: passages.flatMap((passage) =>
      passage.sentences.map((sentence) => ({
        evidence: passage,
        sentence,
        support: passage.score,
        typed: true,
        strength: 8,
      })),
    ),
    answerability: { mass: 1, strength: 8, lead: 0.5, typed: true, probability },
    degraded: [],
    search: { ...NO_SEARCH, fusedOrder: passages.map((p) => p.chunkId) },
    needless: false,
  };
}

/** Returns its answers in turn, repeats the last one, and records its requests. */
export class FakeComposer extends Composer {
  readonly asked: ComposeRequest[] = [];
  private readonly answers: readonly ComposedAnswer[];

  constructor(...answers: readonly ComposedAnswer[]) {
    super();
    this.answers = answers;
  }

  idleUsage(): LlmUsage {
    return IDLE;
  }

  instructionsIn(): [] {
    return [];
  }

  compose(request: ComposeRequest): Promise<ComposedAnswer> {
    this.asked.push(request);
    const answer = this.answers[Math.min(this.asked.length, this.answers.length) - 1];
    return answer === undefined ? Promise.reject(new Error('no answer')) : Promise.resolve(answer);
  }
}

/** A context with the shipped settings, a model that returns the replies in turn, and no time limits by default. */
export class FakeContext implements ComponentContext {
  readonly prompts: ModelPrompt[] = [];
  leftMs = Infinity;
  settings: PipelineSnapshot = configuredSettings();

  /** @param replies none: no model is configured */
  constructor(private readonly replies: readonly string[] = []) {}

  hasTime(ms: number): boolean {
    return this.leftMs >= ms;
  }

  ask(_component: ComponentName, prompt: ModelPrompt): Promise<ModelAnswer> {
    this.prompts.push(prompt);
    const text = this.replies[this.prompts.length - 1];
    return Promise.resolve(
      text === undefined ? { answered: false, reason: 'no language model is configured' } : { answered: true, text },
    );
  }

  within<T>(_component: ComponentName, _limitMs: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    return work(new AbortController().signal);
  }
}
