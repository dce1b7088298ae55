/** Port: what is counted about agents. */
export abstract class AgentMeter {
  /** A manifest was made, or found again, in this many milliseconds. */
  abstract made(tookMs: number): void;
  /** A request spoke through an agent. */
  abstract used(): void;
}
