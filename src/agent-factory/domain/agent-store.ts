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
   * @param after cursor of the page before, 0 at the start
   */
  abstract list(query: {
    readonly after: number;
    readonly limit: number;
    readonly shows: (agent: Agent) => boolean;
  }): Promise<Page<Agent>>;
  abstract count(): Promise<number>;
}

/** Ids that follow from what an agent is. */
export abstract class AgentIds {
  /** @returns the same id for the same text, on every machine */
  abstract of(canonicalText: string): string;
}
