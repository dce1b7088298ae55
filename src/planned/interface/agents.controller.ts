import { Body, Controller, Delete, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { RequiresScope } from '../../access/interface/access.decorators.js';
import { ApiProblems } from '../../shared/interface/api-errors.decorator.js';
import { AgentFromCategoryDto, AgentManifestDto, AgentPageDto } from './agent.dto.js';
import { AGENT_FACTORY, nothingHas, notAvailable } from './not-available.js';
import { PlannedPageQueryDto } from './page-query.dto.js';

@ApiTags('Agents')
@Controller('agents')
export class AgentsController {
  /** Makes an agent that sees the given categories only. Not part of this version yet. */
  @Post('from-category')
  @HttpCode(200)
  @RequiresScope('ingest')
  @ApiProblems(400, 401, 403, 413, 415, 422, 429, 501)
  create(@Body() _body: AgentFromCategoryDto): AgentManifestDto {
    return notAvailable(AGENT_FACTORY);
  }

  /** Lists the agents, page by page. Not part of this version yet. */
  @Get()
  @RequiresScope('query')
  @ApiProblems(401, 403, 422, 429, 501)
  list(@Query() _query: PlannedPageQueryDto): AgentPageDto {
    return notAvailable(AGENT_FACTORY);
  }

  /** Shows the manifest of an agent. Not part of this version yet, so no agent is known. */
  @Get(':agent_id')
  @RequiresScope('query')
  @ApiProblems(401, 403, 404, 429, 501)
  read(@Param('agent_id') agentId: string): AgentManifestDto {
    return nothingHas('agent', agentId, AGENT_FACTORY);
  }

  /** Removes an agent. Not part of this version yet, so no agent is known. */
  @Delete(':agent_id')
  @HttpCode(204)
  @RequiresScope('ingest')
  @ApiProblems(401, 403, 404, 429, 501)
  remove(@Param('agent_id') agentId: string): void {
    nothingHas('agent', agentId, AGENT_FACTORY);
  }
}
