import { Controller, Get, Req, Res } from '@nestjs/common';
import { ApiExtraModels, ApiOkResponse, ApiResponse, ApiTags, getSchemaPath } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { IdentifyCaller } from '../../access/interface/admit-caller.js';
import { Public } from '../../access/interface/access.decorators.js';
import { ApiProblems, documentedProblem } from '../../shared/interface/api-errors.decorator.js';
import { CheckHealth } from '../application/check-health.js';
import { ComponentHealthDto, HealthDto, ProbeDto } from './health.dto.js';
import { HealthPresenter } from './health-presenter.js';
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
    private readonly presenter: HealthPresenter,
    private readonly identify: IdentifyCaller,
    private readonly probes: ReadinessProbe,
  ) {}

  /** State of the service and of each part, checked now. 503 when it cannot answer questions. Without a key only the status. */
  @Get()
  @Public()
  @ApiOkResponse({ type: HealthDto })
  @ApiResponse({ status: 503, description: 'It cannot answer questions, or has no capacity.', content: UNHEALTHY })
  @ApiResponse({ status: 429, ...documentedProblem(429) })
  async health(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply): Promise<HealthDto> {
    const report = await this.checkHealth.check();
    reply.status(report.status === 'unhealthy' ? 503 : 200);
    const seesAll = await this.identify.mayUse(request, 'metrics');
    return seesAll ? this.presenter.full(report) : { status: report.status };
  }

  /** Whether the process runs. */
  @Get('live')
  @Public()
  @ApiOkResponse({ type: ProbeDto })
  live(): ProbeDto {
    return { status: 'ok' };
  }

  /** Whether the service takes requests: migrations and samples are done and the store answers. */
  @Get('ready')
  @Public()
  @ApiOkResponse({ type: ProbeDto })
  @ApiProblems(503)
  async ready(): Promise<ProbeDto> {
    await this.probes.check();
    return { status: 'ok' };
  }
}
