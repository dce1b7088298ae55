import { Injectable } from '@nestjs/common';
import { Clock } from '../../shared/domain/clock.js';
import { IdGenerator } from '../../shared/domain/ids.js';
import { AnswerLog } from './answer-log.js';

/** How long a client can resume a stream. */
const KEPT_MS = 60_000;
/** Maximum number of streams, the oldest are removed first: an answer has some ten kilobytes. */
const KEPT_STREAMS = 1_000;
const EVENT_ID = /^(?<stream>[\w-]{1,100})\/(?<n>\d{1,9})$/u;

/** Caller and question of a stream: only the same caller with the same question and the same rights can resume it. */
export interface StreamAsker {
  readonly owner: string;
  /** The question and the caller's access, as one text. */
  readonly asked: string;
}

interface KeptStream extends StreamAsker {
  readonly log: AnswerLog;
  readonly openedMs: number;
}

/** Streams of the last minute, in memory: after a restart the client must send the question again. */
@Injectable()
export class StreamReplayBuffer {
  private readonly kept = new Map<string, KeptStream>();

  constructor(
    private readonly ids: IdGenerator,
    private readonly clock: Clock,
  ) {}

  open({ owner, asked }: StreamAsker): AnswerLog {
    const log = new AnswerLog(this.ids.next('stream'));
    this.kept.set(log.id, { owner, asked, log, openedMs: this.nowMs() });
    this.forget();
    return log;
  }

  /** @param eventId the last event that the client has, `<stream>/<n>` @returns undefined if there is nothing to resume */
  find({ owner, asked }: StreamAsker, eventId: string): { log: AnswerLog; after: number } | undefined {
    this.forget();
    const { stream = '', n = '' } = EVENT_ID.exec(eventId)?.groups ?? {};
    const found = this.kept.get(stream);
    if (found === undefined || found.owner !== owner || found.asked !== asked) return undefined;
    return { log: found.log, after: Number(n) };
  }

  /** A map keeps insertion order: the oldest are first. */
  private forget(): void {
    const oldest = this.nowMs() - KEPT_MS;
    for (const [id, { openedMs }] of this.kept) {
      if (openedMs > oldest && this.kept.size <= KEPT_STREAMS) return;
      this.kept.delete(id);
    }
  }

  private nowMs(): number {
    return this.clock.now().getTime();
  }
}
