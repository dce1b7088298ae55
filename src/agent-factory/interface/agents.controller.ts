import { Body, Controller, Delete, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { EffectiveFilter, RequiresScope } from '../../access/interface/access.decorators.js';
import type { CategoryFilter } from '../../shared/domain/category-filter.js';
import { DEFAULT_PAGE } from '../../shared/domain/page.js';
import { ApiProblems } from '../../shared/interface/api-errors.decorator.js';
import { MakeAgent, RemoveAgent } from '../application/manage-agents.js';
import { ReadAgents } from '../application/read-agents.js';
import { AgentManifestDto, AgentPageDto, MadeAgentDto } from './agent-manifest.dto.js';
import { AgentFromCategoryDto, ListAgentsDto } from './agent.dto.js';
import { toAgentRequest, toMadeAgent, toManifest } from './agent-mapping.js';
import { AgentMeter } from '../domain/agent-store.js';

@ApiTags('Agents')
@Controller('agents')
export class AgentsController {
  constructor(
    private readonly makeAgent: MakeAgent,
    private readonly readAgents: ReadAgents,
    private readonly removeAgent: RemoveAgent,
    private readonly meter: AgentMeter,
  ) {}

  /**
   * Creates an agent that sees only the given categories. Name it as `agent_id` in /search and /chat/run, as `model`
   * under /v1.
   */
  @Post('from-category')
  @HttpCode(200)
  @RequiresScope('ingest')
  @ApiProblems(400, 401, 403, 413, 415, 422, 429)
  async create(@Body() body: AgentFromCategoryDto, @EffectiveFilter() filter: CategoryFilter): Promise<MadeAgentDto> {
    const started = performance.now();
    const { agent, warnings } = await this.makeAgent.make(toAgentRequest(body), filter);
    this.meter.made(performance.now() - started);
    return toMadeAgent(agent, warnings);
  }

  /** Lists the agents whose categories are all visible to the caller, page by page. */
  @Get()
  @RequiresScope('query')
  @ApiProblems(401, 403, 422, 429)
  async list(@Query() query: ListAgentsDto, @EffectiveFilter() filter: CategoryFilter): Promise<AgentPageDto> {
    const page = await this.readAgents.list({ filter, cursor: query.cursor, limit: query.limit ?? DEFAULT_PAGE });
    return { items: page.items.map(toManifest), next_cursor: page.nextCursor };
  }

  /** Shows the manifest of an agent. */
  @Get(':agent_id')
  @RequiresScope('query')
  @ApiProblems(401, 403, 404, 429)
  async read(@Param('agent_id') agentId: string, @EffectiveFilter() filter: CategoryFilter): Promise<AgentManifestDto> {
    return toManifest(await this.readAgents.one(agentId, filter));
  }

  /** Removes an agent: later requests that name it are 404. */
  @Delete(':agent_id')
  @HttpCode(204)
  @RequiresScope('ingest')
  @ApiProblems(401, 403, 404, 429)
  async remove(@Param('agent_id') agentId: string, @EffectiveFilter() filter: CategoryFilter): Promise<void> {
    await this.removeAgent.remove(agentId, filter);
  }
}
