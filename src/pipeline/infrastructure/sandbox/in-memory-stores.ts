import { PipelineFigures, PipelineTelemetry } from '../../domain/pipeline-telemetry.js';
import { Conversation, ConversationStore, KeptAnswer, Turn } from '../../domain/conversation.js';
import { SideEvent, Trace, TraceStore } from '../../domain/trace.js';

const keyOf = (id: string, owner: string) => `${owner}\n${id}`;

/** Conversations of a sandbox, deleted with it. */
export class SandboxConversations extends ConversationStore {
  private readonly turns = new Map<string, Turn[]>();

  append(conversationId: string, owner: string, turn: Turn): Promise<void> {
    const key = keyOf(conversationId, owner);
    this.turns.set(key, [...(this.turns.get(key) ?? []), turn]);
    return Promise.resolve();
  }

  passOver(): Promise<void> {
    return Promise.resolve();
  }

  find(conversationId: string, owner: string): Promise<Conversation | undefined> {
    const turns = this.turns.get(keyOf(conversationId, owner));
    return Promise.resolve(
      turns === undefined ? undefined : { conversationId, createdAt: turns[0]?.createdAt ?? '', turns },
    );
  }

  ownersOf(): Promise<readonly string[]> {
    return Promise.resolve([]);
  }

  recent(conversationId: string, owner: string, limit: number): Promise<readonly Turn[]> {
    return Promise.resolve((this.turns.get(keyOf(conversationId, owner)) ?? []).slice(-limit));
  }

  byTrace(): Promise<KeptAnswer | undefined> {
    return Promise.resolve(undefined);
  }

  toReview(): Promise<readonly KeptAnswer[]> {
    return Promise.resolve([]);
  }

  flag(): Promise<void> {
    // Nobody was answered.
    return Promise.resolve();
  }

  removeTurn(): Promise<boolean> {
    return Promise.resolve(false);
  }

  remove(conversationId: string, owner: string): Promise<boolean> {
    return Promise.resolve(this.turns.delete(keyOf(conversationId, owner)));
  }

  removeIdleSince(): Promise<number> {
    return Promise.resolve(0);
  }
}

/** Traces of a sandbox; each is read once and removed. */
export class SandboxTraces extends TraceStore {
  private readonly traces = new Map<string, Trace>();

  save(trace: Trace): Promise<void> {
    this.traces.set(trace.traceId, trace);
    return Promise.resolve();
  }

  append(traceId: string, _owner: string, event: SideEvent): Promise<void> {
    const trace = this.traces.get(traceId);
    if (trace !== undefined) this.traces.set(traceId, { ...trace, events: [...trace.events, event] });
    return Promise.resolve();
  }

  find(traceId: string): Promise<Trace | undefined> {
    return Promise.resolve(this.traces.get(traceId));
  }

  /** Removes the trace: otherwise ten thousand trials would keep ten thousand traces. */
  take(traceId: string): Trace | undefined {
    const trace = this.traces.get(traceId);
    this.traces.delete(traceId);
    return trace;
  }
}

const NOTHING = { count: 0, p50: 0, p95: 0, p99: 0 };

/** Discards metrics: an experiment in a sandbox is not an answer of the service. */
export class SandboxMeter extends PipelineTelemetry {
  answered(): void {
    // Nobody was answered.
  }

  timedOut(): void {
    // Nobody waited.
  }

  read(): PipelineFigures {
    return {
      answers: 0,
      abstained: 0,
      latency: NOTHING,
      parts: new Map(),
      timeouts: new Map(),
      confidence: 0,
      sources: 0,
    };
  }
}
