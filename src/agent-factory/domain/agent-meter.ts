/** Port: metrics of agents. */
export abstract class AgentMeter {
  /** A manifest was created or found in this many milliseconds. */
  abstract made(tookMs: number): void;
  /** A request named an agent. */
  abstract used(): void;
}
