import { Controller, Get, Header, Inject } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { Registry } from 'prom-client';
import { ForWholeService, RequiresScope } from '../../access/interface/access.decorators.js';
import { ServiceFigures } from '../domain/service-figures.js';
import { ApiProblems } from '../../shared/interface/api-errors.decorator.js';
import { MetricsSummaryDto, toSummary } from './metrics-summary.dto.js';
import { withFormerMetricNames } from '../domain/former-metric-names.js';

@ApiTags('System')
@Controller('metrics')
export class MetricsController {
  constructor(
    @Inject(Registry) private readonly registry: Registry,
    private readonly figures: ServiceFigures,
  ) {}

  /** Metrics in the text format of Prometheus. */
  @Get()
  @RequiresScope('metrics')
  @ForWholeService()
  @Header('content-type', 'text/plain; version=0.0.4; charset=utf-8')
  @ApiOkResponse({
    content: {
      'text/plain': { schema: { type: 'string' }, example: '# TYPE touchstone_http_requests_total counter\n' },
    },
  })
  @ApiProblems(401, 403)
  async metrics(): Promise<string> {
    return withFormerMetricNames(await this.registry.metrics());
  }

  /** The figures that one looks at first: latencies by step and component, degradations, event loop, model and budget. */
  @Get('summary')
  @RequiresScope('metrics')
  @ForWholeService()
  @ApiProblems(401, 403)
  async summary(): Promise<MetricsSummaryDto> {
    return toSummary(await this.figures.read());
  }
}
