import { applyDecorators, createParamDecorator, ExecutionContext, SetMetadata } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiExtension, ApiSecurity } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { CategoryFilter } from '../../shared/domain/category-filter.js';
import { clientOf } from '../../shared/interface/address-limit.js';
import { AgentScope } from '../domain/agent-scopes.js';
import { ANONYMOUS_ID, Caller, Scope } from '../domain/caller.js';

export const ACCESS_METADATA = 'touchstone:access';

/** Where a request names its agent. */
export interface NamedAgent {
  readonly in: 'body' | 'query';
  readonly field: string;
  /** Field name of the agent in the requests of this route. */
  readonly what: 'agent' | 'model';
  /** The value for no agent. */
  readonly none?: string;
}

/** The scope that a route needs; `any`: every valid key and person may use it. */
export type NeededScope = Scope | 'any';

/** The access rule of a route. */
export interface AccessRule {
  /** Whether no key is needed. */
  readonly isPublic?: boolean;
  readonly scope?: NeededScope;
  readonly isForWholeService?: boolean;
  /** Whether the route takes the secret of the directory (SCIM_TOKEN), and no key. */
  readonly isForDirectory?: boolean;
  /** Whether the route takes access tokens of the OpenID provider. */
  readonly takesAccessTokens?: boolean;
  readonly agent?: NamedAgent;
  /** Whether the answer contains a secret that the route has made. */
  readonly showsSecret?: boolean;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The rule of the route, for the hook that runs before the body is read. */
    access?: AccessRule;
  }
}

/**
 * Adds to the rule of a route. Both readers share one description: the hook before the body is read takes it from the
 * route's configuration, the guard from the handler's metadata.
 */
function addRule(part: AccessRule): MethodDecorator {
  return <T>(target: object, key: string | symbol, descriptor: TypedPropertyDescriptor<T>) => {
    const { value } = descriptor;
    const known: unknown = typeof value === 'function' ? Reflect.getMetadata(ACCESS_METADATA, value) : undefined;
    const access: AccessRule = { ...(typeof known === 'object' ? known : {}), ...part };
    SetMetadata(ACCESS_METADATA, access)(target, key, descriptor);
    RouteConfig({ access })(target, key, descriptor);
  };
}

/** The scope that a route needs, for the guard and for the OpenAPI document. Every route has one or is public. */
export const RequiresScope = (scope: NeededScope): MethodDecorator =>
  applyDecorators(
    addRule({ scope }),
    ApiSecurity('key'),
    ApiSecurity('bearer'),
    ApiExtension('x-required-scope', scope),
  );

/** A route of the directory that provisions people: it takes SCIM_TOKEN, and no key. */
export const ForDirectory = (): MethodDecorator =>
  applyDecorators(addRule({ isPublic: true, isForDirectory: true }), ApiSecurity('scim'));

/** A route of the resource that the OpenID provider issues access tokens for. */
export const TakesAccessTokens = (): MethodDecorator => addRule({ takesAccessTokens: true });

/** A route whose answer contains a secret. */
export const ShowsSecret = (): MethodDecorator =>
  applyDecorators(addRule({ showsSecret: true }), ApiExtension('x-shows-secret', true));

/** A route without a key: probes, documentation, static files. */
export const Public = (): MethodDecorator => addRule({ isPublic: true });

/** A route that takes an agent: the agent's categories narrow the effective filter, and an unknown agent is 404. */
export const TakesAgent = (agent: NamedAgent = { in: 'body', field: 'agent_id', what: 'agent' }): MethodDecorator =>
  addRule({ agent });

/**
 * A route about the service as a whole, such as its counters or keys. A key that is limited to some categories may not
 * use it, whatever its scopes.
 */
export const ForWholeService = (): MethodDecorator => addRule({ isForWholeService: true });

/** The result of the guard, stored on the request. */
export interface AccessState {
  caller: Caller;
  /** Intersection of the key's, the agent's and the request's paths. */
  effectiveFilter: CategoryFilter;
  /** The agent that the request names. */
  agent: AgentScope | undefined;
  /** Time to read and intersect the filter, in milliseconds. */
  filterTimeMs: number;
}

export interface RequestWithAccess {
  /** The caller, known before the body is read. */
  caller?: Caller;
  /** Checks the caller again, after the body has arrived. @throws DomainError (401, 403) */
  admitAgain?: () => Promise<void>;
  access?: AccessState;
}

function stateOf(context: ExecutionContext): AccessState {
  const state = context.switchToHttp().getRequest<RequestWithAccess>().access;
  // The guard is global: a missing state is a wiring fault, so nothing may be returned.
  if (state === undefined) throw new Error('A route ran without the access guard.');
  return state;
}

/** The effective filter of the request. */
export const EffectiveFilter = createParamDecorator(
  (_: unknown, context: ExecutionContext): CategoryFilter => stateOf(context).effectiveFilter,
);

export const CurrentCaller = createParamDecorator(
  (_: unknown, context: ExecutionContext): Caller => stateOf(context).caller,
);

/**
 * Identity for shared limits: the id of the key; without keys the address of the client, since all callers have one id
 * then.
 */
export const Sender = createParamDecorator((_: unknown, context: ExecutionContext): string => {
  const { id } = stateOf(context).caller;
  return id === ANONYMOUS_ID ? `address ${clientOf(context.switchToHttp().getRequest<FastifyRequest>())}` : id;
});

/** The whole result of the guard, for routes that need several parts of it. */
export const Access = createParamDecorator((_: unknown, context: ExecutionContext): AccessState => stateOf(context));
