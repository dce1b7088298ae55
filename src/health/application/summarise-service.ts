import { Injectable } from '@nestjs/common';
import { ServiceFigures, ServiceSummary, EventLoop } from '../domain/service-figures.js';

/** Summary of the service since startup. */
@Injectable()
export class SummariseService {
  constructor(
    private readonly figures: ServiceFigures,
    private readonly loop: EventLoop,
  ) {}

  async summarise(): Promise<ServiceSummary> {
    return { ...(await this.figures.read()), eventLoop: this.loop.delay() };
  }
}
