import { Injectable } from '@nestjs/common';
import { Redaction } from '../../shared/domain/audit-trail.js';
import { CategoryFilter } from '../../shared/domain/category-filter.js';
import { CategoryPath } from '../../shared/domain/category-path.js';
import { NotFoundError } from '../../shared/domain/domain-error.js';
import { decodeNameCursor, encodeNameCursor, notACursor, Page } from '../../shared/domain/page.js';
import { QuoteCheck } from '../../shared/domain/quoted-source.js';
import {
  categoryFor,
  documentsOf,
  ReportedQuestion,
  ReportKind,
  ReportPosition,
  ReportState,
  ReportStore,
  Sight,
  sightOf,
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
  /** `left_out`: its words and its answer concern a document that the reader may not see. */
  readonly sight: Exclude<Sight, 'hidden'>;
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
  ) {}

  /** Newest first. What a reader may not know about is skipped: a page is full if enough is left. @throws InvalidInputError */
  async list({ state, kind, cursor, limit }: ListedReports, reader: ReportReader): Promise<Page<SeenQuestion>> {
    const found: SeenQuestion[] = [];
    let after = positionOf(cursor);
    for (;;) {
      const batch = await this.store.list({ state, kind, range: undefined, after, limit: BATCH });
      found.push(...(await this.seen(batch, reader)));
      const last = batch.at(-1);
      if (found.length > limit || batch.length < BATCH || last === undefined) break;
      after = { at: last.createdAt, traceId: last.traceId };
    }
    const items = found.slice(0, limit);
    const last = items.at(-1)?.one;
    const isMore = found.length > limit && last !== undefined;
    return { items, nextCursor: isMore ? encodeNameCursor(`${last.createdAt} ${last.traceId}`) : null };
  }

  /** The questions of these traces, in this order. @throws NotFoundError for one that the reader may not see wholly */
  async find(traceIds: readonly string[], reader: ReportReader): Promise<SeenQuestion[]> {
    const seen = await this.seen(await this.store.find(traceIds), reader);
    return [...new Set(traceIds)].map((traceId) => {
      const found = seen.find(({ one, sight }) => one.traceId === traceId && sight === 'shown');
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
    return questions.flatMap((one, i) => {
      const sight = sightOf(one, reader, sees);
      if (sight === 'hidden') return [];
      const isWithheld = sight === 'left_out' || withheld[i] === true;
      return { one: this.shown(one, sees), sight, isWithheld, category: categoryFor(one, filter) };
    });
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
