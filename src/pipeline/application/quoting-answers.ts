import { Injectable, OnModuleInit } from '@nestjs/common';
import { notACursor } from '../../shared/domain/page.js';
import { QuoteCheck } from '../../shared/domain/quoted-source.js';
import {
  QuotesReader,
  quotesOneOf,
  QuotingBatch,
  QuotingItems,
  QuotingQuery,
} from '../../shared/domain/quoting-items.js';
import { AnswerPosition, ConversationCatalog, PlacedAnswer } from '../domain/conversation-catalog.js';
import { hasUnknownOrigin, sourcesOfTurn } from '../domain/turn-sources.js';

/** Number of conversations that are read at once. */
const BATCH = 500;

const written = ({ conversationId, owner, traceId }: AnswerPosition): string =>
  JSON.stringify([conversationId, owner, ...(traceId === undefined ? [] : [traceId])]);

/** @throws InvalidInputError for a position that no list returned */
function readPosition(text: string): AnswerPosition | undefined {
  if (text === '') return undefined;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw notACursor();
  }
  const parts: unknown[] = Array.isArray(value) ? value : [];
  const [conversationId, owner, traceId] = parts;
  if (typeof conversationId !== 'string' || typeof owner !== 'string') throw notACursor();
  return { conversationId, owner, traceId: typeof traceId === 'string' ? traceId : undefined };
}

/** Lists stored answers that quote documents: the caller's own, and all for an administrator. */
@Injectable()
export class QuotingAnswers implements OnModuleInit {
  constructor(
    private readonly quoting: QuotingItems,
    private readonly catalog: ConversationCatalog,
    private readonly quotes: QuoteCheck,
  ) {}

  onModuleInit(): void {
    this.quoting.register('answer', (query) => this.answers(query));
  }

  private async answers({ documentIds, after, reader }: QuotingQuery): Promise<QuotingBatch> {
    const owner = reader.isAdministrator ? undefined : reader.id;
    const found = await this.catalog.answersNaming([...documentIds], owner, readPosition(after), BATCH);
    const answers = found.answers.filter(({ turn }) => quotesOneOf(sourcesOfTurn(turn), documentIds));
    return {
      items: (await this.readable(answers, reader)).map(({ conversationId, owner: whose, turn }) => ({
        kind: 'answer',
        id: turn.traceId,
        containerId: conversationId,
        url:
          `/conversations/${encodeURIComponent(conversationId)}` +
          (whose === reader.id ? '' : `?owner=${encodeURIComponent(whose)}`),
        title: turn.message,
        sources: sourcesOfTurn(turn),
        position: written({ conversationId, owner: whose, traceId: turn.traceId }),
      })),
      next: found.last === undefined ? null : written(found.last),
    };
  }

  private async readable(answers: readonly PlacedAnswer[], { filter }: QuotesReader): Promise<PlacedAnswer[]> {
    const withheld = await this.quotes.withheld(
      answers.map(({ turn }) => sourcesOfTurn(turn)),
      filter,
    );
    return answers.filter(({ turn }, i) => withheld[i] !== true && !hasUnknownOrigin(turn, filter));
  }
}
