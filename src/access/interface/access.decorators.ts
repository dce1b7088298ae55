import { applyDecorators, createParamDecorator, ExecutionContext, SetMetadata } from '@nestjs/common';
import { ApiExtension, ApiSecurity } from '@nestjs/swagger';
import { CategoryFilter } from '../../shared/domain/category-filter.js';
import { Caller, Scope } from '../domain/caller.js';

export const SCOPE_METADATA = 'touchstone:scope';
export const PUBLIC_METADATA = 'touchstone:public';

/** The scope that a route needs, for the guard and for the OpenAPI document. Every route has one or is public. */
export const RequiresScope = (scope: Scope): MethodDecorator =>
  applyDecorators(
    SetMetadata(SCOPE_METADATA, scope),
    ApiSecurity('key'),
    ApiSecurity('bearer'),
    ApiExtension('x-required-scope', scope),
  );

/** A route without a key: probes, documentation, static files. */
export const Public = () => SetMetadata(PUBLIC_METADATA, true);

/** What the guard leaves on the request. */
export interface AccessState {
  caller: Caller;
  /** Intersection of the key's and the request's paths. */
  effectiveFilter: CategoryFilter;
  /** How long reading and intersecting the filter took, in milliseconds. */
  filterTimeMs: number;
}

export interface RequestWithAccess {
  access?: AccessState;
}

function stateOf(context: ExecutionContext): AccessState {
  const state = context.switchToHttp().getRequest<RequestWithAccess>().access;
  // The guard is global: a missing state is a wiring fault, and the answer to that is to show nothing.
  if (state === undefined) throw new Error('A route ran without the access guard.');
  return state;
}

/** The effective filter of the request: what this caller may see. */
export const EffectiveFilter = createParamDecorator(
  (_: unknown, context: ExecutionContext): CategoryFilter => stateOf(context).effectiveFilter,
);

export const CurrentCaller = createParamDecorator(
  (_: unknown, context: ExecutionContext): Caller => stateOf(context).caller,
);

/** Milliseconds that the filter of this request took to read. */
export const FilterTime = createParamDecorator(
  (_: unknown, context: ExecutionContext): number => stateOf(context).filterTimeMs,
);
