import { Page } from '../../shared/domain/page.js';
import { Agent, AgentDefinition } from './agent.js';

/** Stored agents. Writing methods are called inside a Transaction. */
export abstract class AgentStore {
  abstract find(agentId: string): Promise<Agent | undefined>;
  /** An existing agent is not changed. */
  abstract add(agentId: string, definition: AgentDefinition): Promise<Agent>;
  abstract remove(agentId: string): Promise<void>;
  /**
   * Agents in creation order, limited to those that `shows` accepts.
   * @param after cursor of the previous page, '' for the start
   */
  abstract list(query: {
    readonly after: string;
    readonly limit: number;
    readonly shows: (agent: Agent) => boolean;
  }): Promise<Page<Agent>>;
  abstract count(): Promise<number>;
}

/** Ids derived from an agent's content, so that equal requests return the same agent. */
export abstract class AgentIds {
  /** @returns the same id for the same text, during the life of the store */
  abstract of(canonicalText: string): string;
}

/** Port: metrics of agents. */
export abstract class AgentMeter {
  /** A manifest was created or found in this many milliseconds. */
  abstract made(tookMs: number): void;
  /** A request named an agent. */
  abstract used(): void;
}
