import { CanActivate, ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyRequest } from 'fastify';
import { ACCESS_METADATA, AccessRule, RequestWithAccess } from './access.decorators.js';
import { ReadRequestScope } from './request-scope.js';

/**
 * Decides what the caller may see, once the body is known: filters and agents are named there. Who the caller is and whether the key
 * has the scope was decided before the body was read (`admitCallers`). The effective filter is made here and nowhere else; a route
 * takes it by @EffectiveFilter() and has no other way to a scope.
 */
@Injectable()
export class AccessGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly scopes: ReadRequestScope,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const rule = this.reflector.get<AccessRule | undefined>(ACCESS_METADATA, context.getHandler());
    if (rule?.isPublic === true) return true;
    const route = `${context.getClass().name}.${context.getHandler().name}`;
    if (rule?.scope === undefined) throw new Error(`The route ${route} names no scope.`);
    const request = context.switchToHttp().getRequest<FastifyRequest & RequestWithAccess>();
    const { caller } = request;
    // A missing caller is a wiring fault, and the answer to that is to show nothing.
    if (caller === undefined) throw new Error(`The route ${route} ran without a check of its caller.`);
    const started = performance.now();
    const { effectiveFilter, agent } = await this.scopes.read(request, caller, rule.agent);
    request.access = { caller, effectiveFilter, agent, filterTimeMs: performance.now() - started };
    return true;
  }
}
