import { Injectable } from '@nestjs/common';
import { CategoryFilter } from '../../shared/domain/category-filter.js';
import { NotFoundError } from '../../shared/domain/domain-error.js';
import { QuoteCheck, QuotedSource } from '../../shared/domain/quoted-source.js';
import { Conversation, ConversationStore, KeptAnswer, ReviewReason } from '../domain/conversation.js';
import { Trace, TraceStore } from '../domain/trace.js';
import {
  hasUnknownOrigin,
  sourcesOfTrace,
  sourcesOfTurn,
  withheldTrace,
  withheldTurn,
} from '../domain/turn-sources.js';

/** The caller who reads stored conversations. */
export interface ConversationReader {
  readonly id: string;
  /** Current access of the reader. */
  readonly filter: CategoryFilter;
  /** Sees everything, and therefore the conversations of every key. */
  readonly isAdministrator: boolean;
}

/** Reads and deletes stored conversations of a caller. Access to the quotes is checked at each read. */
@Injectable()
export class ReadConversation {
  constructor(
    private readonly conversations: ConversationStore,
    private readonly traces: TraceStore,
    private readonly quotes: QuoteCheck,
  ) {}

  /**
   * @param named owner of the conversation; only an administrator may name another owner
   * @throws NotFoundError if it is unknown or belongs to another key
   */
  async conversation(
    conversationId: string,
    reader: ConversationReader,
    named?: string,
  ): Promise<Conversation & { readonly owner: string }> {
    const owner = await this.ownerOf(conversationId, reader, named);
    return { ...(await this.sharedWith(conversationId, owner, reader)), owner };
  }

  /**
   * A conversation of an owner as this reader may see it. The caller checks that the owner shared it with the reader.
   * @throws NotFoundError
   */
  async sharedWith(conversationId: string, owner: string, reader: ConversationReader): Promise<Conversation> {
    const conversation = await this.stored(conversationId, owner);
    const sources = conversation.turns.map(sourcesOfTurn);
    const withheld = await this.quotes.withheld(sources, reader.filter);
    const outdated = await this.quotes.outdated(sources, reader.filter);
    const turns = conversation.turns.map((turn, i) => {
      if (withheld[i] === true || hasUnknownOrigin(turn, reader.filter)) return withheldTurn(turn);
      return outdated[i] === true ? { ...turn, isOutdated: true } : turn;
    });
    return { ...conversation, turns };
  }

  /** The answers of an owner's conversation, oldest first, by their traces. @throws NotFoundError */
  async traceIdsOf(conversationId: string, owner: string): Promise<readonly string[]> {
    return (await this.stored(conversationId, owner)).turns.map(({ traceId }) => traceId);
  }

  /** @throws NotFoundError */
  async remove(conversationId: string, reader: ConversationReader, named?: string): Promise<void> {
    const owner = await this.ownerOf(conversationId, reader, named);
    if (!(await this.conversations.remove(conversationId, owner)))
      throw new NotFoundError('conversation', conversationId);
  }

  /** Removes one answer of an owner with its question. @returns whether it existed */
  removeAnswer(traceId: string, owner: string): Promise<boolean> {
    return this.conversations.removeTurn(traceId, owner);
  }

  /** The answer of a trace, of any owner; undefined if it was deleted. Its quotes are not checked. */
  answer(traceId: string): Promise<KeptAnswer | undefined> {
    return this.conversations.byTrace(traceId);
  }

  /** Answers that a person should look at, oldest first, after the one with this trace. Their quotes are not checked. */
  toReview(afterTraceId: string, limit: number): Promise<readonly KeptAnswer[]> {
    return this.conversations.toReview(afterTraceId, limit);
  }

  flag(traceId: string, reason: ReviewReason): Promise<void> {
    return this.conversations.flag(traceId, reason);
  }

  /** @throws NotFoundError if it is unknown or belongs to another key */
  async trace(traceId: string, reader: ConversationReader): Promise<Trace> {
    const trace = await this.traces.find(traceId, reader.isAdministrator ? undefined : reader.id);
    if (trace === undefined) throw new NotFoundError('trace', traceId);
    const isWithheld = await this.quotes.isWithheld(sourcesOfTrace(trace), reader.filter);
    return isWithheld ? withheldTrace(trace) : trace;
  }

  /** The trace of a question that was just answered, so that no check of access is needed. @throws NotFoundError */
  async newTrace(traceId: string, owner: string): Promise<Trace> {
    const trace = await this.traces.find(traceId, owner);
    if (trace === undefined) throw new NotFoundError('trace', traceId);
    return trace;
  }

  /** Whether a recently sent answer may be sent again. */
  async mayRepeat(sources: readonly QuotedSource[], filter: CategoryFilter): Promise<boolean> {
    return !(await this.quotes.isWithheld(sources, filter));
  }

  private async stored(conversationId: string, owner: string): Promise<Conversation> {
    const conversation = await this.conversations.find(conversationId, owner);
    if (conversation === undefined) throw new NotFoundError('conversation', conversationId);
    return conversation;
  }

  /** For an administrator: the own conversation first, then the one with the newest turn. */
  private async ownerOf(id: string, reader: ConversationReader, named: string | undefined): Promise<string> {
    if (!reader.isAdministrator) return reader.id;
    if (named !== undefined) return named;
    const owners = await this.conversations.ownersOf(id);
    return owners.includes(reader.id) ? reader.id : (owners[0] ?? reader.id);
  }
}
