import { Injectable } from '@nestjs/common';
import { ActiveConfiguration } from '../../../config/domain/configuration-version.js';
import { AnswerRisk } from '../../../shared/domain/answer-risk.js';
import { Clock } from '../../../shared/domain/clock.js';
import { IdGenerator } from '../../../shared/domain/ids.js';
import { NoSpans } from '../../../shared/domain/spans.js';
import { PipelineRunFactory, TimeoutMultiplier } from '../../application/pipeline-run-factory.js';
import { SaveTurn } from '../../application/save-turn.js';
import { TextCompletion } from '../../domain/component.js';
import { ConfiguredPipeline } from '../configured-pipeline.js';
import { SandboxConversations, SandboxMeter, SandboxTraces } from './in-memory-stores.js';

/** Trials are counted nowhere, and no part of a request's trace. */
const NO_METER = new SandboxMeter();
const NO_SPANS = new NoSpans();

/** Factor of the time limits in a trial: it tests the answer, not the speed of the machine. */
const TIMES_AS_LONG = 10;

/** Makes the runs of a sandbox, and the store of their turns in memory. */
@Injectable()
export class SandboxRuns {
  constructor(
    private readonly model: TextCompletion,
    private readonly multiplier: TimeoutMultiplier,
    private readonly ids: IdGenerator,
    private readonly clock: Clock,
    private readonly risk: AnswerRisk,
  ) {}

  saveTurn(conversations: SandboxConversations, traces: SandboxTraces): SaveTurn {
    return new SaveTurn(conversations, traces, this.ids, this.clock, this.risk);
  }

  /** @param model answers the prompts of components; that of the service by default */
  runFactory(configuration: ActiveConfiguration, model = this.model): PipelineRunFactory {
    const multiplier = { value: this.multiplier.value * TIMES_AS_LONG };
    return new PipelineRunFactory(new ConfiguredPipeline(configuration), model, multiplier, NO_METER, NO_SPANS);
  }
}
