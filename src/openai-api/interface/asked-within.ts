import { topKWithin } from '../../access/domain/agent-scopes.js';
import type { AccessState } from '../../access/interface/access.decorators.js';
import { Question } from '../domain/completion.js';

const DEFAULT_TOP_K = 10;

/** The caller, the effective filter, and the search settings of the agent: common to all routes that answer questions. */
export function askedWithin({
  caller,
  effectiveFilter,
  agent,
}: AccessState): Pick<Question, 'owner' | 'filter' | 'topK' | 'depth' | 'reviewBelow'> {
  return {
    owner: caller.id,
    filter: effectiveFilter,
    topK: topKWithin(undefined, agent, DEFAULT_TOP_K),
    depth: agent?.depth,
    reviewBelow: agent?.reviewBelow,
  };
}
