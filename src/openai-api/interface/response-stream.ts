import { Logger } from '@nestjs/common';
import { DomainError } from '../../shared/domain/domain-error.js';
import type { AnswerEvent, CompletedAnswer } from '../domain/completion.js';
import { Members } from '../domain/json-fit.js';
import {
  annotationsOf,
  messageIdOf,
  messageItem,
  openResponse,
  ResponseBody,
  ResponseHead,
  searchItem,
  textPart,
  toResponse,
  wantsSearchItem,
} from './response-mapping.js';

const logger = new Logger('openai');

/** Saves the response before it is sent. @returns whether it is stored */
export type SaveResponse = (answer: CompletedAnswer, body: ResponseBody) => Promise<boolean>;

/** Writes the named and numbered events of one response. */
class EventWriter {
  private sequence = 0;
  private text = '';
  private isOpen = false;
  private readonly messageIndex: number;

  constructor(private readonly head: ResponseHead) {
    this.messageIndex = wantsSearchItem(head) ? 1 : 0;
  }

  event(type: string, data: object): string {
    const line = JSON.stringify({ type, ...data, sequence_number: this.sequence++ });
    return `event: ${type}\ndata: ${line}\n\n`;
  }

  *begin(): Generator<string> {
    const response = openResponse(this.head);
    yield this.event('response.created', { response });
    yield this.event('response.in_progress', { response });
    if (this.messageIndex === 1) {
      const { id } = this.searching();
      const place = { output_index: 0, item_id: id };
      yield this.event('response.output_item.added', { output_index: 0, item: this.searching() });
      yield this.event('response.file_search_call.in_progress', place);
      yield this.event('response.file_search_call.searching', place);
    }
  }

  *delta(text: string): Generator<string> {
    yield* this.openMessage();
    this.text += text;
    yield this.event('response.output_text.delta', { ...this.place(), delta: text, logprobs: [] });
  }

  *end(answer: CompletedAnswer): Generator<string> {
    if (this.messageIndex === 1) {
      const item = searchItem(this.head, answer);
      yield this.event('response.file_search_call.completed', { output_index: 0, item_id: item.id });
      yield this.event('response.output_item.done', { output_index: 0, item });
    }
    if (this.text === '') yield* this.delta(answer.text);
    const annotations = annotationsOf(answer.citations, this.head.base);
    for (const [annotation_index, annotation] of annotations.entries())
      yield this.event('response.output_text.annotation.added', { ...this.place(), annotation_index, annotation });
    const part = textPart(this.text, annotations);
    yield this.event('response.output_text.done', { ...this.place(), text: this.text, logprobs: [] });
    yield this.event('response.content_part.done', { ...this.place(), part });
    yield this.event('response.output_item.done', {
      output_index: this.messageIndex,
      item: messageItem(this.head.id, 'completed', [part]),
    });
  }

  /** The whole response with the sent text. */
  response(answer: CompletedAnswer): ResponseBody {
    return toResponse(this.head, answer, this.text, this.head.request.store !== false);
  }

  /** The status is already sent: an error can only be an event. */
  *failure(error: unknown): Generator<string> {
    const isKnown = error instanceof DomainError;
    if (!isKnown) logger.error({ err: error }, 'a streamed response failed');
    const message = isKnown ? error.message : 'An unexpected error happened; it is in the server log.';
    const code = isKnown ? error.code : 'server_error';
    yield this.event('response.failed', {
      response: { ...openResponse(this.head), status: 'failed', error: { code, message } },
    });
    yield this.event('error', { code, message, param: null });
  }

  private *openMessage(): Generator<string> {
    if (this.isOpen) return;
    this.isOpen = true;
    const item = messageItem(this.head.id, 'in_progress', []);
    yield this.event('response.output_item.added', { output_index: this.messageIndex, item });
    yield this.event('response.content_part.added', { ...this.place(), part: textPart('', []) });
  }

  private searching(): Members {
    const none = { text: '', citations: [], usage: { prompt: 0, completion: 0 }, details: {} };
    return { ...searchItem(this.head, none), status: 'in_progress' };
  }

  private place() {
    return { item_id: messageIdOf(this.head.id), output_index: this.messageIndex, content_index: 0 };
  }
}

/**
 * Server-sent events of a response in OpenAI's format, `response.completed` last.
 * @param events the first event shows that there is an answer
 */
export async function* responseStream(
  head: ResponseHead,
  events: { readonly first: AnswerEvent; readonly rest: AsyncIterable<AnswerEvent> },
  keep: SaveResponse,
): AsyncGenerator<string, void, undefined> {
  const writer = new EventWriter(head);
  yield* writer.begin();
  const write = async function* (event: AnswerEvent): AsyncGenerator<string> {
    if (event.kind === 'text') yield* writer.delta(event.text);
    else {
      yield* writer.end(event.answer);
      const response = writer.response(event.answer);
      response.store = await keep(event.answer, response);
      yield writer.event('response.completed', { response });
    }
  };
  try {
    yield* write(events.first);
    for await (const event of events.rest) yield* write(event);
  } catch (error) {
    yield* writer.failure(error);
  }
}
