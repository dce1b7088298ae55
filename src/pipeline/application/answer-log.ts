/** One event of a streamed answer. */
export interface AnswerLogEvent {
  /** From 1. */
  readonly n: number;
  readonly name: 'step' | 'token' | 'reset' | 'sources' | 'done' | 'error';
  /** JSON. */
  readonly data: string;
}

/** Receives each event, and undefined after the last. */
export type AnswerLogFollower = (event: AnswerLogEvent | undefined) => void;

/** The events of one streamed answer, kept for a client that reconnects. */
export class AnswerLog {
  private readonly events: AnswerLogEvent[] = [];
  private readonly followers = new Set<AnswerLogFollower>();
  private isEnded = false;

  constructor(readonly id: string) {}

  append(name: AnswerLogEvent['name'], data: object): void {
    const event: AnswerLogEvent = { n: this.events.length + 1, name, data: JSON.stringify(data) };
    this.events.push(event);
    for (const follower of this.followers) follower(event);
  }

  /** The first event with this name; undefined until it is written. */
  first(name: AnswerLogEvent['name']): AnswerLogEvent | undefined {
    return this.events.find((event) => event.name === name);
  }

  end(): void {
    this.isEnded = true;
    for (const follower of this.followers) follower(undefined);
    this.followers.clear();
  }

  /** Passes on the events after event `after`, past and future. @returns a function that unsubscribes */
  follow(after: number, follower: AnswerLogFollower): () => void {
    for (const event of this.events.slice(after)) follower(event);
    if (this.isEnded) follower(undefined);
    else this.followers.add(follower);
    return () => void this.followers.delete(follower);
  }
}
