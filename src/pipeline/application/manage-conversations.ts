import { Injectable } from '@nestjs/common';
import { InvalidInputError, NotFoundError } from '../../shared/domain/domain-error.js';
import { decodeNameCursor, encodeNameCursor, notACursor, Page } from '../../shared/domain/page.js';
import { ConversationCatalog, ConversationPosition, ConversationSummary } from '../domain/conversation-catalog.js';
import { oneLine, searchable } from '../domain/conversation-title.js';
import { Clock, daysBefore } from '../../shared/domain/clock.js';
import { ConversationStore } from '../domain/conversation.js';

/** Conversations that are read together for a search. */
const BATCH = 200;

interface ListedPage {
  readonly limit: number;
  readonly cursor: string | undefined;
  /** Text that a title or a question contains. */
  readonly query: string | undefined;
}

function positionOf(cursor: string | undefined): ConversationPosition | undefined {
  if (cursor === undefined) return undefined;
  const name = decodeNameCursor(cursor);
  const blank = name.indexOf(' ');
  if (blank < 0) throw notACursor();
  return { updatedAt: name.slice(0, blank), conversationId: name.slice(blank + 1) };
}

const cursorAfter = ({ updatedAt, conversationId }: ConversationPosition): string =>
  encodeNameCursor(`${updatedAt} ${conversationId}`);

/** The list of the caller's own conversations, newest first, and their titles. */
@Injectable()
export class ListConversations {
  constructor(private readonly catalog: ConversationCatalog) {}

  /** @throws InvalidInputError for a cursor that no page returned */
  async list(owner: string, { limit, cursor, query }: ListedPage): Promise<Page<ConversationSummary>> {
    const words = searchable(query ?? '');
    const items: ConversationSummary[] = [];
    // One more than the page: there is a next page.
    const batch = words === '' ? limit + 1 : BATCH;
    let after = positionOf(cursor);
    for (;;) {
      const listed = await this.catalog.page(owner, after, batch);
      for (const one of words === '' ? listed : await this.thoseWith(words, owner, listed)) {
        const last = items.at(-1);
        if (items.length === limit && last !== undefined) return { items, nextCursor: cursorAfter(last) };
        items.push(one);
      }
      after = listed.at(-1);
      if (after === undefined || listed.length < batch) return { items, nextCursor: null };
    }
  }

  /**
   * @param title null: made from the first question again
   * @throws NotFoundError if it is unknown or belongs to another key
   * @throws InvalidInputError for a title without visible text
   */
  async rename(conversationId: string, owner: string, title: string | null): Promise<ConversationSummary> {
    const line = title === null ? undefined : oneLine(title);
    if (line === '') throw new InvalidInputError([{ pointer: '/title', detail: 'must hold visible text, or be null' }]);
    const found = await this.catalog.find(conversationId, owner);
    if (found === undefined) throw new NotFoundError('conversation', conversationId);
    await this.catalog.rename(conversationId, owner, line);
    return { ...found, title: line };
  }

  /** The words are compared here and not in SQL: the engines fold letters of other scripts differently, or not at all. */
  private async thoseWith(
    words: string,
    owner: string,
    listed: readonly ConversationSummary[],
  ): Promise<readonly ConversationSummary[]> {
    const ids = listed.map(({ conversationId }) => conversationId);
    const questions = await this.catalog.questionsOf(owner, ids);
    return listed.filter(({ conversationId, title }) =>
      [title ?? '', ...(questions.get(conversationId) ?? [])].some((text) => searchable(text).includes(words)),
    );
  }
}

/** Retention of conversations after their last turn. */
export abstract class ConversationRetention {
  /** Days; 0: no limit, until they are deleted. */
  abstract readonly days: number;
}

/** Deletes conversations past their retention period. */
@Injectable()
export class ForgetConversations {
  constructor(
    private readonly store: ConversationStore,
    private readonly retention: ConversationRetention,
    private readonly clock: Clock,
  ) {}

  /** @returns how many were removed */
  async forget(): Promise<number> {
    if (this.retention.days === 0) return 0;
    return this.store.removeIdleSince(daysBefore(this.clock.now(), this.retention.days));
  }
}
