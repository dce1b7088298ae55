import { DomainError } from '../../shared/domain/domain-error.js';

/** A feature whose routes are fixed and documented, and which a later version serves. */
export interface PlannedFeature {
  /** Subject of the sentence that refuses. */
  readonly name: string;
  /** What to use until then. */
  readonly instead?: string;
}

export const CASE_BASE: PlannedFeature = { name: 'The case base (CBR)' };
export const AGENT_FACTORY: PlannedFeature = {
  name: 'The agent factory',
  instead: 'send filters with /search and /chat/run',
};
export const OPENAI_INTERFACE: PlannedFeature = {
  name: 'The OpenAI-compatible interface',
  instead: 'ask POST /chat/run',
};
export const MCP_SERVER: PlannedFeature = { name: 'The MCP server', instead: 'use POST /search and POST /chat/run' };
export const TEST_AUTOMATION: PlannedFeature = { name: 'The test automation' };
export const KEY_MANAGEMENT: PlannedFeature = { name: 'Key management', instead: 'use the key in ADMIN_API_KEY' };
export const FACT_CHECK: PlannedFeature = { name: 'Checking the facts of a given answer' };

function sentence(feature: PlannedFeature): string {
  const remedy = feature.instead === undefined ? '' : ` Until then, ${feature.instead}.`;
  return `${feature.name} is not available in this version of Touchstone.${remedy}`;
}

/** Ends a valid request for a feature that this version does not have. @throws DomainError (501), always */
export function notAvailable(feature: PlannedFeature): never {
  throw new DomainError('not-available', 'not-available', sentence(feature));
}

/**
 * Ends a request that names something by its id: nothing can have an id while its feature is missing.
 * @param what the kind of thing, for example `agent`
 * @throws DomainError (404), always
 */
export function nothingHas(what: string, id: string, feature: PlannedFeature): never {
  throw new DomainError('not-found', 'not-found', `No ${what} has the id '${id}'. ${sentence(feature)}`);
}
