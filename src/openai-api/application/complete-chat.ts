import { Injectable } from '@nestjs/common';
import { Clock } from '../../shared/domain/clock.js';
import { IdGenerator } from '../../shared/domain/ids.js';
import { detectLanguage } from '../../text/language.js';
import { answerAsJson, AnswerSchema, AnswerShaper } from '../domain/answer-schema.js';
import { AnswerEvent, Answering, CompletedAnswer, Question } from '../domain/completion.js';
import { HelperPrompt } from '../domain/helper/helper-prompt.js';
import { helperReply } from '../domain/helper/helper-reply.js';
import { textChunks } from '../domain/tagged-text.js';
import { unreadNote } from '../domain/conversation.js';

export interface Completion {
  readonly id: string;
  /** Seconds since 1970. */
  readonly created: number;
  readonly events: AsyncGenerator<AnswerEvent, void, undefined>;
}

/** The question of a client, and the requested form of the answer. */
export interface AskedCompletion {
  readonly question: Question;
  /** Set if a chat client sends a background prompt about its conversation: then no document is read. */
  readonly helper: HelperPrompt | undefined;
  /** Kinds of parts of the message that are not text. */
  readonly unread: readonly string[];
  /** JSON instead of text. */
  readonly schema: AnswerSchema | undefined;
}

function* asEvents(answer: CompletedAnswer, isStreamed: boolean): Generator<AnswerEvent> {
  if (isStreamed) for (const text of textChunks(answer.text)) yield { kind: 'text', text };
  yield { kind: 'done', answer };
}

/** Answers a conversation under a new id. */
@Injectable()
export class CompleteChat {
  constructor(
    private readonly answering: Answering,
    private readonly shaper: AnswerShaper,
    private readonly ids: IdGenerator,
    private readonly clock: Clock,
  ) {}

  /** The work starts when the first event is requested, and stops when the signal fires. */
  complete(asked: AskedCompletion, signal: AbortSignal, prefix = 'chatcmpl'): Completion {
    return {
      id: this.ids.next(prefix),
      created: Math.floor(this.clock.now().getTime() / 1000),
      events: this.answer(asked, signal),
    };
  }

  /** The answer at the end of the events, for a client that does not stream. */
  async whole(events: AsyncIterable<AnswerEvent>): Promise<CompletedAnswer> {
    for await (const event of events) if (event.kind === 'done') return event.answer;
    throw new Error('The question ended without an answer.');
  }

  private async *answer(asked: AskedCompletion, signal: AbortSignal): AsyncGenerator<AnswerEvent, void, undefined> {
    const { question, helper, schema, unread } = asked;
    if (helper !== undefined) yield* asEvents(this.reply(helper), question.streamed);
    else if (schema !== undefined) yield* asEvents(await this.shaped(question, schema, signal), question.streamed);
    else yield* this.withNote(question, unread, signal);
  }

  private reply(helper: HelperPrompt): CompletedAnswer {
    return {
      text: helperReply(helper, (question, earlier) => this.answering.complete(question, earlier)),
      citations: [],
      usage: { prompt: 0, completion: 0 },
      details: { sources: [], citations: [], abstained: false, metadata: { reply: 'helper', helper: helper.task } },
    };
  }

  /** JSON is only complete as a whole, so it is not streamed in parts. */
  private async shaped(question: Question, schema: AnswerSchema, signal: AbortSignal): Promise<CompletedAnswer> {
    const answer = await this.whole(this.answering.answer({ ...question, streamed: false }, signal));
    const text = (await this.shaper.shape(answer, schema, signal)) ?? answerAsJson(answer, schema.schema);
    // Offsets in the answer are not valid in the JSON around it.
    return { ...answer, text, citations: [] };
  }

  /** The note about unread parts follows the answer, so that the offsets of its citations do not change. */
  private async *withNote(
    question: Question,
    unread: readonly string[],
    signal: AbortSignal,
  ): AsyncGenerator<AnswerEvent, void, undefined> {
    const note = unreadNote(unread, detectLanguage(question.text));
    for await (const event of this.answering.answer(question, signal)) {
      if (event.kind === 'text' || note === undefined) yield event;
      else {
        const text = `\n\n${note}`;
        if (question.streamed) yield { kind: 'text', text };
        const { answer } = event;
        yield { kind: 'done', answer: { ...answer, text: answer.text + text, details: { ...answer.details, unread } } };
      }
    }
  }
}
