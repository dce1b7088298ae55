import { CanActivate, ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyRequest } from 'fastify';
import { ACCESS_METADATA, AccessRule, RequestWithAccess } from './access.decorators.js';
import { ReadRequestScope } from './request-scope.js';

/**
 * Computes the effective filter after the body is parsed, since filters and agents are named there. `admitCallers` has
 * checked key and scope before the body was read. No other code computes the effective filter; a route gets it by
 * @EffectiveFilter().
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
    // A missing caller is a wiring fault, so nothing may be returned.
    if (caller === undefined) throw new Error(`The route ${route} ran without a check of its caller.`);
    const started = performance.now();
    const { effectiveFilter, agent } = await this.scopes.read(request, caller, rule.agent);
    request.access = { caller, effectiveFilter, agent, filterTimeMs: performance.now() - started };
    return true;
  }
}
