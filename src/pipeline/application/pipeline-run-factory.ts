import { Injectable } from '@nestjs/common';
import { AnswerListener, DEADLINE_S } from '../domain/step.js';
import { TextCompletion } from '../domain/component.js';
import { Spans } from '../../shared/domain/spans.js';
import { PipelineTelemetry } from '../domain/pipeline-telemetry.js';
import { PipelineSettings } from '../domain/pipeline-settings.js';
import { ComponentSwitches } from '../domain/trace.js';
import { PipelineRun } from './pipeline-run.js';
import { startDeadline } from './step-runner.js';

/** Scale of every limit (PIPELINE_TIMEOUT_MULTIPLIER). */
export abstract class TimeoutMultiplier {
  abstract readonly value: number;
}

/** Starts the clock of one question, with the configuration that is in service now. */
@Injectable()
export class PipelineRunFactory {
  constructor(
    private readonly settings: PipelineSettings,
    private readonly model: TextCompletion,
    private readonly multiplier: TimeoutMultiplier,
    /** Counts what came of the runs. */
    readonly meter: PipelineTelemetry,
    readonly spans: Spans,
  ) {}

  start(switches: ComponentSwitches, client: AbortSignal | undefined, listener?: AnswerListener): PipelineRun {
    const multiplier = this.multiplier.value;
    const deadline = startDeadline(DEADLINE_S * 1000 * multiplier);
    const settings = this.settings.current();
    return new PipelineRun(
      { settings, switches, deadline, multiplier, client, listener, spans: this.spans },
      this.model,
    );
  }
}
