import { Injectable, Logger } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { AuditTrail } from '../../shared/domain/audit-trail.js';
import { CategoryFilter, FilterBypassError, intersect, parseFilters } from '../../shared/domain/category-filter.js';
import { Clock } from '../../shared/domain/clock.js';
import { InvalidInputError, NotFoundError } from '../../shared/domain/domain-error.js';
import { fieldOf } from '../../shared/domain/free-map.js';
import { AgentScope, AgentScopes } from '../domain/agent-scopes.js';
import { Caller } from '../domain/caller.js';
import { FilterCounters } from '../domain/filter-counters.js';
import type { NamedAgent } from './access.decorators.js';

/** No id is longer; a message must not repeat a large hostile body. */
const SHOWN_ID_LENGTH = 200;

/** Where the known ones are listed. */
const LISTED = {
  agent: 'GET /agents lists those that you may use.',
  model: "Use 'default', or one of GET /v1/models.",
};

/** The effective filter of a request, and its agent. */
export interface RequestScope {
  readonly effectiveFilter: CategoryFilter;
  readonly agent: AgentScope | undefined;
}

/** Computes the effective filter: the intersection of key, agent and request. */
@Injectable()
export class ReadRequestScope {
  private readonly logger = new Logger('filter');

  constructor(
    private readonly agents: AgentScopes,
    private readonly counters: FilterCounters,
    private readonly clock: Clock,
    private readonly audit: AuditTrail,
  ) {}

  /**
   * @param named where the route takes the id of an agent, if it does
   * @throws FilterBypassError (403) for malformed filters, NotFoundError (404) for an agent that is unknown or hidden
   */
  async read(request: FastifyRequest, caller: Caller, named: NamedAgent | undefined): Promise<RequestScope> {
    const own = intersect(caller.filter, await this.requested(request, caller));
    const agent = named === undefined ? undefined : await this.agentOf(request, named, caller.filter);
    return { effectiveFilter: agent === undefined ? own : intersect(own, agent.filter), agent };
  }

  /** An unknown agent ends the request: without its paths the filter would be wider than intended. */
  private async agentOf(
    request: FastifyRequest,
    named: NamedAgent,
    seen: CategoryFilter,
  ): Promise<AgentScope | undefined> {
    const id = fieldOf(named.in === 'query' ? request.query : request.body, named.field);
    // A query may contain an agent twice; the route's own validation rejects a body's value of another type.
    if (named.in === 'query' && id !== undefined && typeof id !== 'string')
      throw new InvalidInputError([{ pointer: `/${named.field}`, detail: 'must be one text' }]);
    if (typeof id !== 'string' || id === named.none) return undefined;
    const agent = await this.agents.find(id, seen);
    if (agent === undefined) throw new NotFoundError(named.what, id.slice(0, SHOWN_ID_LENGTH), LISTED[named.what]);
    return agent;
  }

  private async requested(request: FastifyRequest, caller: Caller): Promise<CategoryFilter> {
    const filters = fieldOf(request.body, 'filters');
    const started = performance.now();
    try {
      const filter = parseFilters(filters);
      if (filters !== undefined) this.counters.passed(performance.now() - started);
      return filter;
    } catch (error) {
      if (error instanceof FilterBypassError) {
        this.counters.blocked(error.attempt, this.clock.now());
        this.logger.warn(
          { caller: caller.id, attempt: error.attempt, route: request.routeOptions.url, request_id: request.id },
          'filter bypass attempt',
        );
        await this.audit.record({
          action: 'filter_bypass',
          question: null,
          shown: [],
          detail: error.attempt,
          caller: caller.id,
        });
      }
      throw error;
    }
  }
}
