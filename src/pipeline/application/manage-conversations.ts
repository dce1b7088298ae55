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

/** Conversations of a caller that are compared with a client's history. */
const COMPARED = 50;

/** Questions as they are compared: a question that was sent again counts once. */
const compared = (questions: readonly string[]): readonly string[] =>
  questions.map((one) => one.normalize('NFC').trim()).filter((one, i, all) => one !== all[i - 1]);

/** The turn of a client that sends its history, and no id of a conversation. */
export interface TurnWithHistory {
  readonly message: string;
  /** The earlier questions, oldest first. */
  readonly history: readonly string[];
  /** Whether the history lacks older questions. */
  readonly isCut: boolean;
}

/** Finds the conversation that a client continues by its history alone. */
@Injectable()
export class FindContinued {
  constructor(private readonly catalog: ConversationCatalog) {}

  /** @returns the id of the newest conversation of this owner with the same earlier questions; undefined for a new one */
  async find(owner: string, { message, history, isCut }: TurnWithHistory): Promise<string | undefined> {
    const earlier = compared(history);
    const [first] = earlier;
    if (first === undefined) return undefined;
    const listed = (await this.catalog.page(owner, undefined, COMPARED)).filter(
      ({ firstQuestion, turns }) => turns >= earlier.length && (isCut || compared([firstQuestion])[0] === first),
    );
    if (listed.length === 0) return undefined;
    const ids = listed.map(({ conversationId }) => conversationId);
    const questions = await this.catalog.questionsOf(owner, ids);
    // An answer may be requested again: then its question is the last one already.
    const wanted = [earlier, compared([...earlier, message])];
    return ids.find((id) => {
      const asked = compared(questions.get(id) ?? []);
      return wanted.some((one) => {
        const last = isCut ? asked.slice(-one.length) : asked;
        return last.length === one.length && last.every((question, i) => question === one[i]);
      });
    });
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
