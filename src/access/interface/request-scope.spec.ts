import type { FastifyRequest } from 'fastify';
import { filterKey, restrictedTo, UNRESTRICTED } from '../../shared/domain/category-filter.js';
import { AgentScope, topKWithin } from '../domain/agent-scopes.js';
import { Caller } from '../domain/caller.js';
import { FilterCounters } from '../domain/filter-counters.js';
import { NamedAgent } from './access.decorators.js';
import { ReadRequestScope } from './request-scope.js';

const AGENT: AgentScope = {
  agentId: 'agent_1',
  filter: restrictedTo([['AI', 'ML'], ['Vault']]),
  depth: { words: 12, vectors: 12, compared: 50 },
  topK: 5,
  reviewBelow: 0.7,
  tools: [],
};
const agents = { find: (id: string) => Promise.resolve(id === AGENT.agentId ? AGENT : undefined) };
const reader = new ReadRequestScope(
  agents,
  new FilterCounters(),
  { now: () => new Date(0) },
  { record: () => Promise.resolve(true) },
);
const caller = (filter = UNRESTRICTED): Caller => ({ id: 'k', scopes: new Set(['query']), filter });
const BODY: NamedAgent = { in: 'body', field: 'agent_id', what: 'agent' };
const MODEL: NamedAgent = { in: 'body', field: 'model', what: 'model', none: 'default' };
const read = (request: object, who = caller(), named: NamedAgent | undefined = BODY) =>
  reader.read({ routeOptions: {}, ...request } as unknown as FastifyRequest, who, named);

describe('ReadRequestScope', () => {
  it('intersects key, agent and request', async () => {
    const body = { agent_id: 'agent_1', filters: { allowed_category_paths: [['AI'], ['Vault']] } };
    const scope = await read({ body }, caller(restrictedTo([['AI']])));
    expect(filterKey(scope.effectiveFilter)).toBe('["ai/ml"]');
    expect(scope.agent).toBe(AGENT);
  });

  it('intersects key and request if no agent is named', async () => {
    for (const body of [{}, { agent_id: 7 }, { agent_id: null }, { model: 'agent_1' }, undefined]) {
      const scope = await read({ body }, caller(restrictedTo([['AI']])));
      expect([filterKey(scope.effectiveFilter), scope.agent]).toEqual(['["ai"]', undefined]);
    }
  });

  it('ignores an agent on a route that takes none', async () => {
    expect((await reader.read({ body: { agent_id: 'x' } } as FastifyRequest, caller(), undefined)).agent).toBe(
      undefined,
    );
  });

  it('rejects an unknown agent with the field name of the route', async () => {
    await expect(read({ body: { agent_id: 'nobody' } })).rejects.toThrow("No agent has the id 'nobody'");
    await expect(read({ body: { model: 'gpt' } }, caller(), MODEL)).rejects.toThrow(
      "No model has the id 'gpt', or this caller may not see it. Use 'default', or one of GET /v1/models.",
    );
    await expect(read({ body: { agent_id: '__proto__' } })).rejects.toMatchObject({ kind: 'not-found' });
  });

  it('does not repeat an overlong id', async () => {
    const error: unknown = await read({ body: { agent_id: 'x'.repeat(100_000) } }).catch((e: unknown) => e);
    expect(String(error).length).toBeLessThan(400);
  });

  it('accepts the value for no agent', async () => {
    expect(await read({ body: { model: 'default' } }, caller(), MODEL)).toEqual({
      effectiveFilter: UNRESTRICTED,
      agent: undefined,
    });
  });

  it('reads the query if the route says so', async () => {
    const named: NamedAgent = { in: 'query', field: 'agent_id', what: 'agent' };
    expect((await read({ query: { agent_id: 'agent_1' }, body: {} }, caller(), named)).agent).toBe(AGENT);
  });
});

describe('topKWithin', () => {
  it('returns the requested number, and the default without an agent', () => {
    expect([topKWithin(3, undefined, 10), topKWithin(undefined, undefined, 10)]).toEqual([3, 10]);
  });

  it('never exceeds the agent', () => {
    expect([topKWithin(3, AGENT, 10), topKWithin(80, AGENT, 10), topKWithin(undefined, AGENT, 10)]).toEqual([3, 5, 5]);
  });
});
