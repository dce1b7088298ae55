import { Controller, Get, Req, Res } from '@nestjs/common';
import { ApiExtraModels, ApiOkResponse, ApiResponse, ApiTags, getSchemaPath } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { IdentifyCaller } from '../../access/interface/admit-caller.js';
import { Public } from '../../access/interface/access.decorators.js';
import { ApiProblems, documentedProblem } from '../../shared/interface/api-errors.decorator.js';
import { ServiceInfo } from '../../shared/domain/health-check.js';
import { RequestStatistics } from '../../shared/domain/latency-window.js';
import { CheckHealth, HealthReport } from '../application/check-health.js';
import { ComponentHealthDto, HealthDto, ProbeDto } from './health.dto.js';
import { ReadinessProbe } from './readiness-probe.js';

/** The report itself, or the refusal of a server beyond its capacity. */
const UNHEALTHY = {
  'application/json': { schema: { $ref: getSchemaPath(HealthDto) } },
  ...documentedProblem(503).content,
};

@ApiTags('System')
@ApiExtraModels(ComponentHealthDto)
@Controller('health')
export class HealthController {
  constructor(
    private readonly checkHealth: CheckHealth,
    private readonly info: ServiceInfo,
    private readonly requests: RequestStatistics,
    private readonly identify: IdentifyCaller,
    private readonly probes: ReadinessProbe,
  ) {}

  /** State of the service and of each part, checked now. 503 when the store does not answer. Without a key only the status. */
  @Get()
  @Public()
  @ApiOkResponse({ type: HealthDto })
  @ApiResponse({ status: 503, description: 'The store does not answer, or it has no capacity.', content: UNHEALTHY })
  @ApiResponse({ status: 429, ...documentedProblem(429) })
  async health(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply): Promise<HealthDto> {
    const report = await this.checkHealth.check();
    reply.status(report.status === 'unhealthy' ? 503 : 200);
    const seesAll = await this.identify.mayUse(request, 'metrics');
    return seesAll ? this.full(report) : { status: report.status };
  }

  /** Whether the process runs. */
  @Get('live')
  @Public()
  @ApiOkResponse({ type: ProbeDto })
  live(): ProbeDto {
    return { status: 'ok' };
  }

  /** Whether the service takes requests: the start is over, the store answers, and it is not ending. */
  @Get('ready')
  @Public()
  @ApiOkResponse({ type: ProbeDto })
  @ApiProblems(503)
  async ready(): Promise<ProbeDto> {
    await this.probes.check();
    return { status: 'ok' };
  }

  private full({ status, components, answers }: HealthReport): HealthDto {
    const { p50, p95 } = this.requests.latency();
    const parts = [...components].map(
      ([name, { latencyMs, ...part }]) => [name, { ...part, latency_ms: Math.round(latencyMs * 1000) / 1000 }] as const,
    );
    const memoryMb = Math.round(process.memoryUsage().rss / 1024 / 1024);
    return {
      status,
      service: this.info.name,
      version: this.info.version,
      uptime_s: process.uptime(),
      features: { ...this.info.features },
      components: Object.fromEntries(parts),
      performance: { requests: this.requests.count, p50_ms: p50, p95_ms: p95, memory_mb: memoryMb },
      answers: { risk: answers.risk, threshold: Math.round(answers.threshold * 1000) / 1000 },
    };
  }
}
