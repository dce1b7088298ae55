import { Injectable } from '@nestjs/common';
import { PipelineFigures, PipelineTelemetry } from '../domain/pipeline-telemetry.js';

/** Figures of the pipeline since the start, for the overview of the service. */
@Injectable()
export class ReadPipelineFigures {
  constructor(private readonly meter: PipelineTelemetry) {}

  read(): PipelineFigures {
    return this.meter.read();
  }
}
