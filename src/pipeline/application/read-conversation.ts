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

/** Who reads what the service remembers. */
export interface ConversationReader {
  readonly id: string;
  /** What the reader may see now. */
  readonly filter: CategoryFilter;
  /** Sees everything, and therefore the conversations of every key. */
  readonly isAdministrator: boolean;
}

/** Reads and deletes what the service remembers for a caller. Quotes are checked again at each reading. */
@Injectable()
export class ReadConversation {
  constructor(
    private readonly conversations: ConversationStore,
    private readonly traces: TraceStore,
    private readonly quotes: QuoteCheck,
  ) {}

  /**
   * @param named the owner whose conversation is meant; only an administrator may name another than himself
   * @throws NotFoundError when it is unknown or another key's
   */
  async conversation(
    conversationId: string,
    reader: ConversationReader,
    named?: string,
  ): Promise<Conversation & { readonly owner: string }> {
    const owner = await this.ownerOf(conversationId, reader, named);
    const conversation = await this.conversations.find(conversationId, owner);
    if (conversation === undefined) throw new NotFoundError('conversation', conversationId);
    const withheld = await this.quotes.withheld(conversation.turns.map(sourcesOfTurn), reader.filter);
    const outdated = await this.quotes.outdated(conversation.turns.map(sourcesOfTurn));
    const turns = conversation.turns.map((turn, i) => {
      if (withheld[i] === true || hasUnknownOrigin(turn, reader.filter)) return withheldTurn(turn);
      return outdated[i] === true ? { ...turn, isOutdated: true } : turn;
    });
    return { ...conversation, turns, owner };
  }

  /** @throws NotFoundError */
  async remove(conversationId: string, reader: ConversationReader, named?: string): Promise<void> {
    const owner = await this.ownerOf(conversationId, reader, named);
    if (!(await this.conversations.remove(conversationId, owner)))
      throw new NotFoundError('conversation', conversationId);
  }

  /** Removes one answer of an owner with its question. @returns whether there was one */
  removeAnswer(traceId: string, owner: string): Promise<boolean> {
    return this.conversations.removeTurn(traceId, owner);
  }

  /** The answer that a trace belongs to, whoever asked; undefined when it is gone. Its quotes are not checked. */
  answer(traceId: string): Promise<KeptAnswer | undefined> {
    return this.conversations.byTrace(traceId);
  }

  /** Answers that a person should look at, oldest first, behind the one with this trace. Their quotes are not checked. */
  toReview(afterTraceId: string, limit: number): Promise<readonly KeptAnswer[]> {
    return this.conversations.toReview(afterTraceId, limit);
  }

  flag(traceId: string, reason: ReviewReason): Promise<void> {
    return this.conversations.flag(traceId, reason);
  }

  /** @throws NotFoundError when it is unknown or another key's */
  async trace(traceId: string, reader: ConversationReader): Promise<Trace> {
    const trace = await this.traces.find(traceId, reader.isAdministrator ? undefined : reader.id);
    if (trace === undefined) throw new NotFoundError('trace', traceId);
    const isWithheld = await this.quotes.isWithheld(sourcesOfTrace(trace), reader.filter);
    return isWithheld ? withheldTrace(trace) : trace;
  }

  /** The trace of a question that was answered in this moment: nothing has changed since. @throws NotFoundError */
  async newTrace(traceId: string, owner: string): Promise<Trace> {
    const trace = await this.traces.find(traceId, owner);
    if (trace === undefined) throw new NotFoundError('trace', traceId);
    return trace;
  }

  /** Whether an answer that was sent a moment ago may be sent again. */
  async mayRepeat(sources: readonly QuotedSource[], filter: CategoryFilter): Promise<boolean> {
    return !(await this.quotes.isWithheld(sources, filter));
  }

  /** An administrator finds the own conversation first, then the one with the newest turn. */
  private async ownerOf(id: string, reader: ConversationReader, named: string | undefined): Promise<string> {
    if (!reader.isAdministrator) return reader.id;
    if (named !== undefined) return named;
    const owners = await this.conversations.ownersOf(id);
    return owners.includes(reader.id) ? reader.id : (owners[0] ?? reader.id);
  }
}
