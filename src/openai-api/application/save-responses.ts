import { Injectable, Logger } from '@nestjs/common';
import { CategoryFilter } from '../../shared/domain/category-filter.js';
import { Clock, daysBefore } from '../../shared/domain/clock.js';
import { CurrentRights } from '../../shared/domain/current-rights.js';
import { DomainError, NotFoundError } from '../../shared/domain/domain-error.js';
import { QuoteCheck } from '../../shared/domain/quoted-source.js';
import { Answering, AnswerOrigin } from '../domain/completion.js';
import { MAX_HISTORY } from '../domain/conversation.js';
import { Members } from '../domain/json-fit.js';
import { RESPONSE_DAYS, StoredResponse, StoredResponses } from '../domain/stored-responses.js';

/** The caller who reads a response. */
export interface ResponseReader {
  readonly id: string;
  /** Current access of the reader. */
  readonly filter: CategoryFilter;
  /** Sees the responses of every key. */
  readonly isAdministrator: boolean;
}

/** The conversation before a response. */
export interface EarlierResponses {
  readonly conversationId: string;
  /** Completed questions, oldest first. */
  readonly history: readonly string[];
}

/** A stored response as returned to a reader. */
export interface ReadResponse {
  readonly body: Members;
  /** A quoted document was deleted or changed, or this reader has no access to it: the text must not be shown. */
  readonly isWithheld: boolean;
}

/** Stores the answers of /v1/responses for the key of the caller. Access is checked again at each read. */
@Injectable()
export class SaveResponses {
  private readonly logger = new Logger('openai');

  constructor(
    private readonly responses: StoredResponses,
    private readonly quotes: QuoteCheck,
    private readonly answering: Answering,
    private readonly rights: CurrentRights,
    private readonly clock: Clock,
  ) {}

  /** @throws DomainError (404) if it is unknown or belongs to another key */
  async before(previousId: string, owner: string): Promise<EarlierResponses> {
    const previous = await this.responses.find(previousId);
    if (previous?.owner !== owner) {
      const detail = `there is no response '${previousId}' of this key; it was not stored, was deleted or has expired`;
      throw new DomainError('not-found', 'not-found', detail, [{ pointer: '/previous_response_id', detail }]);
    }
    const questions = [previous.question];
    for (let id = previous.previousId; id !== undefined && questions.length < MAX_HISTORY;) {
      const earlier: StoredResponse | undefined = await this.responses.find(id);
      if (earlier?.owner !== owner) break;
      questions.unshift(earlier.question);
      id = earlier.previousId;
    }
    return { conversationId: previous.conversationId, history: questions };
  }

  /** Saves a response as it was sent. If saving fails, the response is still returned. @returns whether it is stored */
  async keep(
    head: { readonly responseId: string; readonly owner: string; readonly previousId: string | undefined },
    { conversationId, traceId, question, sources }: AnswerOrigin,
    body: Members,
  ): Promise<boolean> {
    const createdAt = this.clock.now().toISOString();
    try {
      await this.responses.save({ ...head, conversationId, traceId, question, sources, body, createdAt });
      return true;
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      this.logger.warn({ err: error }, 'failed to save a response');
      return false;
    }
  }

  /** @throws NotFoundError if it is unknown or belongs to another key */
  async read(responseId: string, reader: ResponseReader): Promise<ReadResponse> {
    const { body, sources } = await this.find(responseId, reader);
    return { body, isWithheld: sources === null || (await this.quotes.isWithheld(sources, reader.filter)) };
  }

  /** Removes the response and its turn of the conversation. @throws NotFoundError */
  async remove(responseId: string, reader: ResponseReader): Promise<void> {
    const { traceId, owner } = await this.find(responseId, reader);
    await this.responses.remove(responseId);
    await this.answering.forget(traceId, owner);
  }

  /** Removes responses past their retention, and responses of revoked or expired keys. @returns how many */
  async removeEnded(): Promise<number> {
    let removed = await this.responses.removeBefore(daysBefore(this.clock.now(), RESPONSE_DAYS));
    for (const owner of await this.responses.owners())
      if ((await this.rights.of(owner)) === undefined) removed += await this.responses.removeOf(owner);
    return removed;
  }

  private async find(responseId: string, reader: ResponseReader): Promise<StoredResponse> {
    const found = await this.responses.find(responseId);
    if (found === undefined || (found.owner !== reader.id && !reader.isAdministrator))
      throw new NotFoundError('response', responseId);
    return found;
  }
}
