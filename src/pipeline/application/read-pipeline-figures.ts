import { Injectable } from '@nestjs/common';
import { PipelineFigures, PipelineMeter } from '../domain/pipeline-meter.js';

/** What the pipeline did since the start, for the overview of the service. */
@Injectable()
export class ReadPipelineFigures {
  constructor(private readonly meter: PipelineMeter) {}

  execute(): PipelineFigures {
    return this.meter.read();
  }
}
