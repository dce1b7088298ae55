import { CanActivate, ExecutionContext, Injectable, Logger } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyRequest } from 'fastify';
import { Clock } from '../../shared/domain/clock.js';
import { CategoryFilter, FilterBypassError, intersect, parseFilters } from '../../shared/domain/category-filter.js';
import { DomainError } from '../../shared/domain/domain-error.js';
import { Authenticate } from '../application/authenticate.js';
import { Caller, mayUse, Scope } from '../domain/caller.js';
import { FilterCounters } from '../domain/filter-counters.js';
import { PUBLIC_METADATA, RequestWithAccess, SCOPE_METADATA } from './access.decorators.js';
import { keyOf } from '../../shared/interface/request-key.js';

/** The `filters` member of a JSON body; undefined without one. */
function filtersOf(body: unknown): unknown {
  return typeof body === 'object' && body !== null && 'filters' in body ? body.filters : undefined;
}

/**
 * Stands before every route: who asks, whether the key has the scope, and what the caller may see. The effective filter is
 * made here and nowhere else; a route takes it by @EffectiveFilter() and has no other way to a scope.
 */
@Injectable()
export class AccessGuard implements CanActivate {
  private readonly logger = new Logger('filter');

  constructor(
    private readonly reflector: Reflector,
    private readonly authenticate: Authenticate,
    private readonly counters: FilterCounters,
    private readonly clock: Clock,
  ) {}

  canActivate(context: ExecutionContext): boolean {
    const targets = [context.getHandler(), context.getClass()];
    if (this.reflector.getAllAndOverride<boolean | undefined>(PUBLIC_METADATA, targets) === true) return true;
    const scope = this.reflector.getAllAndOverride<Scope | undefined>(SCOPE_METADATA, targets);
    if (scope === undefined)
      throw new Error(`The route ${context.getClass().name}.${context.getHandler().name} names no scope.`);
    const request = context.switchToHttp().getRequest<FastifyRequest & RequestWithAccess>();
    const caller = this.authenticate.execute(keyOf(request));
    if (!mayUse(caller, scope)) {
      throw new DomainError('forbidden', 'scope', `This key lacks the scope '${scope}' that the route needs.`);
    }
    const started = performance.now();
    const effectiveFilter = this.effectiveFilter(request, caller);
    request.access = { caller, effectiveFilter, filterTimeMs: performance.now() - started };
    return true;
  }

  private effectiveFilter(request: FastifyRequest, caller: Caller): CategoryFilter {
    const filters = filtersOf(request.body);
    const started = performance.now();
    try {
      const filter = intersect(caller.filter, parseFilters(filters));
      if (filters !== undefined) this.counters.passed(performance.now() - started);
      return filter;
    } catch (error) {
      if (error instanceof FilterBypassError) {
        this.counters.blocked(error.attempt, this.clock.now());
        this.logger.warn(
          { caller: caller.id, attempt: error.attempt, route: request.routeOptions.url, request_id: request.id },
          'filter bypass attempt',
        );
      }
      throw error;
    }
  }
}
