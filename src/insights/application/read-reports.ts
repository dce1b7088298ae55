import { Injectable } from '@nestjs/common';
import { Redaction } from '../../shared/domain/audit-trail.js';
import { CategoryFilter } from '../../shared/domain/category-filter.js';
import { CategoryPath } from '../../shared/domain/category-path.js';
import { CurrentRights } from '../../shared/domain/current-rights.js';
import { NotFoundError } from '../../shared/domain/domain-error.js';
import { decodeNameCursor, encodeNameCursor, notACursor, Page } from '../../shared/domain/page.js';
import { QuoteCheck } from '../../shared/domain/quoted-source.js';
import { EventLoopYielder } from '../../shared/domain/steps.js';
import {
  categoryFor,
  documentsOf,
  ReportedQuestion,
  ReportKind,
  ReportPosition,
  ReportQuery,
  ReportState,
  ReportStore,
  isSeenBy,
} from '../domain/reported-question.js';

const BATCH = 200;

/** Who reads reports: an editor, with the rights of this moment. */
export interface ReportReader {
  readonly id: string;
  readonly filter: CategoryFilter;
}

/** A question as an editor may see it. */
export interface SeenQuestion {
  readonly one: ReportedQuestion;
  /** The answer and what was written on it are withheld: a quoted document was deleted or changed. */
  readonly isWithheld: boolean;
  /** Where a document about it would be stored. */
  readonly category: CategoryPath | undefined;
}

export interface ListedReports {
  readonly state: ReportState;
  readonly kind: ReportKind;
  readonly cursor: string | undefined;
  readonly limit: number;
}

/** Questions without an answer and rejected answers, for the editors of their categories. */
@Injectable()
export class ReadReports {
  constructor(
    private readonly store: ReportStore,
    private readonly quotes: QuoteCheck,
    private readonly redaction: Redaction,
    private readonly rights: CurrentRights,
  ) {}

  /** Newest first. What a reader may not know about is skipped: a page is full if enough is left. @throws InvalidInputError */
  async list({ state, kind, cursor, limit }: ListedReports, reader: ReportReader): Promise<Page<SeenQuestion>> {
    const query = { state, kind, range: undefined, after: positionOf(cursor) };
    const found = await this.newest(query, limit + 1, reader);
    const items = found.slice(0, limit);
    const last = items.at(-1)?.one;
    const isMore = found.length > limit && last !== undefined;
    return { items, nextCursor: isMore ? encodeNameCursor(`${last.createdAt} ${last.traceId}`) : null };
  }

  /** The newest that the reader may see. It reads on until there are enough: the number of hidden ones changes nothing. */
  async newest(query: Omit<ReportQuery, 'limit'>, wanted: number, reader: ReportReader): Promise<SeenQuestion[]> {
    const others = new EventLoopYielder();
    const found: SeenQuestion[] = [];
    let { after } = query;
    for (;;) {
      const batch = await this.store.list({ ...query, after, limit: BATCH });
      found.push(...(await this.seen(batch, reader)));
      const last = batch.at(-1);
      if (found.length >= wanted || batch.length < BATCH || last === undefined) return found.slice(0, wanted);
      after = { at: last.createdAt, traceId: last.traceId };
      await others.yieldIfDue();
    }
  }

  /** The questions of these traces, in this order. @throws NotFoundError for one that the reader may not see wholly */
  async find(traceIds: readonly string[], reader: ReportReader): Promise<SeenQuestion[]> {
    const seen = await this.seen(await this.store.find(traceIds), reader);
    return [...new Set(traceIds)].map((traceId) => {
      const found = seen.find(({ one }) => one.traceId === traceId);
      if (found === undefined) throw new NotFoundError('report', traceId);
      return found;
    });
  }

  /** What of these questions the reader may see, without personal data, in two queries of the document store. */
  async seen(questions: readonly ReportedQuestion[], reader: ReportReader): Promise<SeenQuestion[]> {
    const { filter } = reader;
    const documents = [...new Set(questions.flatMap(documentsOf))];
    const hidden = await this.quotes.withheld(
      documents.map((documentId) => [{ documentId }]),
      filter,
    );
    const visible = new Set(documents.filter((_, i) => hidden[i] === false));
    const sees = (documentId: string) => visible.has(documentId);
    const withheld = await this.quotes.withheld(
      questions.map(({ quoted }) => quoted),
      filter,
    );
    const askers = await this.askersOf(questions, filter);
    return questions.flatMap((one, i) => {
      if (!isSeenBy(one, reader, askers.get(one.owner), sees)) return [];
      return { one: this.shown(one, sees), isWithheld: withheld[i] === true, category: categoryFor(one, filter) };
    });
  }

  /** What those who asked see now. An administrator sees all of it, and needs no look. */
  private async askersOf(
    questions: readonly ReportedQuestion[],
    filter: CategoryFilter,
  ): Promise<ReadonlyMap<string, CategoryFilter>> {
    const askers = new Map<string, CategoryFilter>();
    if (filter.kind === 'unrestricted') return askers;
    for (const owner of new Set(questions.map((one) => one.owner))) {
      const rights = await this.rights.of(owner);
      if (rights !== undefined) askers.set(owner, rights.filter);
    }
    return askers;
  }

  private shown(one: ReportedQuestion, sees: (documentId: string) => boolean): ReportedQuestion {
    const redacted = (text: string | null) => (text === null ? null : this.redaction.apply(text));
    const { askedAgain } = one;
    return {
      ...one,
      question: this.redaction.apply(one.question),
      comment: redacted(one.comment),
      correction: redacted(one.correction),
      askedAgain: askedAgain?.documents.every(sees) === true ? askedAgain : null,
    };
  }
}

function positionOf(cursor: string | undefined): ReportPosition | undefined {
  if (cursor === undefined) return undefined;
  const [at = '', traceId] = decodeNameCursor(cursor).split(' ');
  if (traceId === undefined) throw notACursor();
  return { at, traceId };
}
