import { Page } from '../../shared/domain/page.js';
import { Agent, AgentDefinition } from './agent.js';

/** Keeps agents. Writing methods are called inside a Transaction. */
export abstract class AgentStore {
  abstract find(agentId: string): Promise<Agent | undefined>;
  /** An agent that is there already stays as it is. */
  abstract add(agentId: string, definition: AgentDefinition): Promise<Agent>;
  abstract remove(agentId: string): Promise<void>;
  /**
   * Agents in the order in which they were made, those only that `shows` lets through.
   * @param after the name of the page before, '' at the start
   */
  abstract list(query: {
    readonly after: string;
    readonly limit: number;
    readonly shows: (agent: Agent) => boolean;
  }): Promise<Page<Agent>>;
  abstract count(): Promise<number>;
}

/** Ids that follow from what an agent is, so that the same request gives the same agent. */
export abstract class AgentIds {
  /** @returns the same id for the same text, as long as the store lives */
  abstract of(canonicalText: string): string;
}
