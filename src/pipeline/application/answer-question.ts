import { Injectable } from '@nestjs/common';
import { TaxonomyVersion } from '../../shared/domain/taxonomy-version.js';
import { Answer } from '../domain/answer.js';
import { AskRequest } from '../domain/ask-request.js';
import { Intent } from '../domain/intent.js';
import { DEADLINE_S, STEP_LIMITS_S, StepName } from '../domain/step.js';
import { AnalyseMessage, AnalysedMessage } from './analyse-message.js';
import { ComposeAnswer, Composition } from './compose-answer.js';
import { PipelineTrace } from './pipeline-trace.js';
import { RememberTurn } from './remember-turn.js';
import { RetrieveEvidence, RetrievedEvidence } from './retrieve-evidence.js';
import { Deadline, runStep, startDeadline } from './step-runner.js';

/** Scale of every limit (PIPELINE_TIMEOUT_MULTIPLIER). */
export abstract class TimeoutMultiplier {
  abstract readonly value: number;
}

/** What the four steps of one question share: its deadline, its timings, its client. */
interface Run {
  readonly deadline: Deadline;
  readonly timings: Record<StepName, number>;
  readonly client: AbortSignal | undefined;
  readonly started: number;
}

interface Outcome {
  readonly analysed: AnalysedMessage;
  readonly retrieved: RetrievedEvidence;
  readonly composition: Composition;
}

/** The work of the steps, each a use case of its own. */
@Injectable()
export class PipelineSteps {
  constructor(
    readonly analyse: AnalyseMessage,
    readonly retrieve: RetrieveEvidence,
    readonly compose: ComposeAnswer,
  ) {}
}

/** The pipeline (B-O3): intent, retrieve, compose, respond; named, timed, cancellable steps with one deadline. */
@Injectable()
export class AnswerQuestion {
  constructor(
    private readonly steps: PipelineSteps,
    private readonly remember: RememberTurn,
    private readonly taxonomy: TaxonomyVersion,
    private readonly multiplier: TimeoutMultiplier,
  ) {}

  /** @throws StepTimeoutError (504) when a step other than compose is late, RequestCancelledError when the client left */
  async execute(request: AskRequest, client?: AbortSignal): Promise<Answer> {
    const trace = new PipelineTrace();
    const run: Run = {
      deadline: startDeadline(DEADLINE_S * 1000 * this.multiplier.value),
      timings: { intent: 0, retrieve: 0, compose: 0, respond: 0 },
      client,
      started: performance.now(),
    };
    const conversationId = request.conversationId ?? this.remember.newConversationId();
    const analysed = await this.step(run, 'intent', () => this.steps.analyse.execute(request, trace));
    const retrieved = await this.step(run, 'retrieve', (signal) =>
      this.steps.retrieve.execute(request, analysed, trace, signal),
    );
    const composition = await this.compose(run, analysed, retrieved);
    const answer = await this.step(run, 'respond', () =>
      this.respond({ analysed, retrieved, composition }, { conversationId, run }),
    );
    await this.remember.execute(request, answer, trace);
    return answer;
  }

  private async step<T>(run: Run, name: StepName, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const started = performance.now();
    try {
      return await runStep(
        { name, limitS: STEP_LIMITS_S[name] * this.multiplier.value, deadline: run.deadline },
        run.client,
        work,
      );
    } finally {
      run.timings[name] = (performance.now() - started) / 1000;
    }
  }

  /** The one step whose failure still leaves an answer: the passages themselves. The client's leaving is no failure of the writer. */
  private async compose(run: Run, analysed: AnalysedMessage, retrieved: RetrievedEvidence): Promise<Composition> {
    try {
      return await this.step(run, 'compose', (signal) => this.steps.compose.execute(analysed, retrieved, signal));
    } catch (error) {
      if (run.client?.aborted === true) throw error;
      return this.steps.compose.quotedPassages(analysed, retrieved, error);
    }
  }

  private async respond(outcome: Outcome, place: { conversationId: string; run: Run }): Promise<Answer> {
    const { analysed, retrieved, composition } = outcome;
    const intent: Intent = analysed.intent;
    return {
      response: composition.response,
      conversationId: place.conversationId,
      sources: composition.sources,
      citations: composition.citations,
      confidence: composition.confidence,
      taxonomyVersion: await this.taxonomy.current(),
      latencyS: (performance.now() - place.run.started) / 1000,
      intent,
      language: analysed.language,
      stepTimingsS: place.run.timings,
      degraded: [...retrieved.degraded, ...composition.degraded],
      llm: composition.usage,
      abstained: composition.abstained,
      answerability: retrieved.answerability,
      traceId: this.remember.newTraceId(),
      completedQuestion: analysed.question,
    };
  }
}
