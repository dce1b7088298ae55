import { Logger } from '@nestjs/common';
import { DomainError } from '../../shared/domain/domain-error.js';
import type { AnswerEvent, CompletedAnswer } from '../domain/completion.js';
import { CompletionHead, toAnnotations, toUsage } from './completion-mapping.js';

const logger = new Logger('openai');

function line(value: object): string {
  return `data: ${JSON.stringify(value)}\n\n`;
}

/** Writes the chunks of one completion. */
class ChunkWriter {
  constructor(
    private readonly head: CompletionHead,
    private readonly withUsage: boolean,
  ) {}

  delta(delta: object, finishReason: string | null = null, more: object = {}): string {
    return this.chunk([{ index: 0, delta, logprobs: null, finish_reason: finishReason }], more);
  }

  /** The annotations and the extension field follow the whole answer, with the finish reason. */
  *end(answer: CompletedAnswer): Generator<string> {
    const annotations = toAnnotations(answer.citations, this.head.base);
    yield this.delta(annotations.length === 0 ? {} : { annotations }, 'stop', { touchstone: answer.details });
    if (this.withUsage) yield this.chunk([], { usage: toUsage(answer.usage) });
  }

  private chunk(choices: readonly object[], more: object): string {
    const { id, created, model } = this.head;
    const usage = this.withUsage ? { usage: null } : {};
    return line({ id, object: 'chat.completion.chunk', created, model, choices, ...usage, ...more });
  }
}

/** The status is already sent: an error can only be the last event. */
function errorLine(error: unknown): string {
  if (error instanceof DomainError)
    return line({ error: { message: error.message, type: 'server_error', param: null, code: error.code } });
  logger.error({ err: error }, 'a streamed answer failed');
  const message = 'An unexpected error happened; it is in the server log.';
  return line({ error: { message, type: 'server_error', param: null, code: 'internal' } });
}

/**
 * Server-sent events of a completion in OpenAI's format, `[DONE]` last.
 * @param first the first event, which shows that there is an answer
 */
export async function* completionStream(
  head: CompletionHead,
  events: { readonly first: AnswerEvent; readonly rest: AsyncIterable<AnswerEvent> },
  withUsage: boolean,
): AsyncGenerator<string, void, undefined> {
  const writer = new ChunkWriter(head, withUsage);
  yield writer.delta({ role: 'assistant', content: '' });
  const write = function* (event: AnswerEvent): Generator<string> {
    if (event.kind === 'text') yield writer.delta({ content: event.text });
    else yield* writer.end(event.answer);
  };
  try {
    yield* write(events.first);
    for await (const event of events.rest) yield* write(event);
  } catch (error) {
    yield errorLine(error);
    return;
  }
  yield 'data: [DONE]\n\n';
}
