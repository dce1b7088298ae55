import { Injectable } from '@nestjs/common';
import { Clock } from '../../shared/domain/clock.js';
import { IdGenerator } from '../../shared/domain/ids.js';
import { AnswerEvent, Answering, CompletedAnswer, Question } from '../domain/completion.js';

export interface Completion {
  readonly id: string;
  /** Seconds since 1970. */
  readonly created: number;
  readonly events: AsyncGenerator<AnswerEvent, void, undefined>;
}

/** Answers a conversation under an id of its own. */
@Injectable()
export class CompleteChat {
  constructor(
    private readonly answering: Answering,
    private readonly ids: IdGenerator,
    private readonly clock: Clock,
  ) {}

  /** Work begins when the first event is asked for, and stops when the signal fires. */
  execute(question: Question, signal: AbortSignal): Completion {
    return {
      id: this.ids.next('chatcmpl'),
      created: Math.floor(this.clock.now().getTime() / 1000),
      events: this.answering.answer(question, signal),
    };
  }

  /** The answer that the events end with, for a client that does not read along. */
  async whole(events: AsyncIterable<AnswerEvent>): Promise<CompletedAnswer> {
    for await (const event of events) if (event.kind === 'done') return event.answer;
    throw new Error('The question ended without an answer.');
  }
}
