import { Injectable } from '@nestjs/common';
import { PipelineSandbox, PipelineSandboxes } from '../../../pipeline/application/pipeline-sandboxes.js';
import { DomainError } from '../../../shared/domain/domain-error.js';
import {
  Patch,
  TrialCaller,
  TrialQuestion,
  TrialRanking,
  TrialSandbox,
  TrialSandboxes,
} from '../../domain/improvement/trial-sandbox.js';
import { TargetAnswer, TargetError } from '../../domain/rag-target.js';
import { filterOf } from '../../domain/session-scope.js';
import { switchedOff, toTargetAnswer, TOP_K } from '../target-answer.js';

class PipelineTrialSandbox extends TrialSandbox {
  constructor(
    private readonly pipeline: PipelineSandbox,
    private readonly caller: TrialCaller,
  ) {
    super();
  }

  use(patch: Patch): Promise<void> {
    return this.pipeline.use(patch);
  }

  async ask({ message, asOf, off, handed, topK }: TrialQuestion, signal: AbortSignal): Promise<TargetAnswer> {
    const started = performance.now();
    const { owner, scope } = this.caller;
    const request = {
      message,
      conversationId: undefined,
      owner,
      filter: filterOf(scope),
      asOf,
      topK: topK ?? TOP_K,
      switches: switchedOff(off),
    };
    try {
      const { answer, events } = await this.pipeline.answer(request, signal, handed);
      return toTargetAnswer(answer, events, performance.now() - started);
    } catch (error) {
      if (error instanceof DomainError) throw new TargetError(error.message);
      throw error;
    }
  }

  async rank(
    { message, asOf, topK }: Pick<TrialQuestion, 'message' | 'asOf' | 'topK'>,
    signal: AbortSignal,
  ): Promise<TrialRanking> {
    const filter = filterOf(this.caller.scope);
    return this.pipeline.rank({ question: message, filter, asOf, topK: topK ?? TOP_K }, signal);
  }

  close(): Promise<void> {
    return this.pipeline.close();
  }
}

/** Sandboxes of the own pipeline. */
@Injectable()
export class PipelineTrialSandboxes extends TrialSandboxes {
  constructor(private readonly sandboxes: PipelineSandboxes) {
    super();
  }

  async open(caller: TrialCaller): Promise<TrialSandbox> {
    return new PipelineTrialSandbox(await this.sandboxes.open(), caller);
  }
}
