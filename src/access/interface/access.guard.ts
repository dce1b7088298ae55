import { CanActivate, ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DomainError } from '../../shared/domain/domain-error.js';
import { Authenticate } from '../application/authenticate.js';
import { Caller, isLimited, mayUse, Scope } from '../domain/caller.js';
import {
  AGENT_METADATA,
  NamedAgent,
  PUBLIC_METADATA,
  RequestWithAccess,
  SCOPE_METADATA,
  WHOLE_SERVICE_METADATA,
} from './access.decorators.js';
import { keyOf } from '../../shared/interface/request-key.js';
import { OpenRequests } from './open-requests.js';
import { ReadRequestScope } from './request-scope.js';

/** @throws DomainError (403) */
function assertMayEnter(caller: Caller, scope: Scope, isForWholeService: boolean): void {
  if (!mayUse(caller, scope))
    throw new DomainError('forbidden', 'scope', `This key lacks the scope '${scope}' that the route needs.`);
  if (isForWholeService && isLimited(caller)) {
    const detail =
      'This key is limited to some categories, and the route concerns the whole service; use a key without';
    throw new DomainError('forbidden', 'limited-key', `${detail} allowed_category_paths.`);
  }
}

/**
 * Stands before every route: who asks, whether the key has the scope, and what the caller may see. The effective filter is
 * made here and nowhere else; a route takes it by @EffectiveFilter() and has no other way to a scope.
 */
@Injectable()
export class AccessGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly authenticate: Authenticate,
    private readonly scopes: ReadRequestScope,
    private readonly open: OpenRequests,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const targets = [context.getHandler(), context.getClass()];
    if (this.reflector.getAllAndOverride<boolean | undefined>(PUBLIC_METADATA, targets) === true) return true;
    const scope = this.reflector.getAllAndOverride<Scope | undefined>(SCOPE_METADATA, targets);
    if (scope === undefined)
      throw new Error(`The route ${context.getClass().name}.${context.getHandler().name} names no scope.`);
    const request = context.switchToHttp().getRequest<FastifyRequest & RequestWithAccess>();
    const caller = await this.authenticate.execute(keyOf(request));
    const isForWholeService = this.reflector.getAllAndOverride<boolean | undefined>(WHOLE_SERVICE_METADATA, targets);
    assertMayEnter(caller, scope, isForWholeService === true);
    const started = performance.now();
    const named = this.reflector.getAllAndOverride<NamedAgent | undefined>(AGENT_METADATA, targets);
    const { effectiveFilter, agent } = await this.scopes.execute(request, caller, named);
    request.access = { caller, effectiveFilter, agent, filterTimeMs: performance.now() - started };
    this.open.add({ caller, scope, reply: context.switchToHttp().getResponse<FastifyReply>() });
    return true;
  }
}
