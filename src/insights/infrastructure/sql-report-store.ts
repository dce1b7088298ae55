import { Injectable } from '@nestjs/common';
import { RememberedSource } from '../../pipeline/domain/conversation.js';
import { sourcesOfTurn } from '../../pipeline/domain/turn-sources.js';
import { QuotedSource } from '../../shared/domain/quoted-source.js';
import { Sql, sql } from '../../shared/infrastructure/database/postgres/sql.js';
import { WorkSqlStore } from '../../shared/infrastructure/database/sql-store.js';
import {
  AskedAgain,
  Done,
  NearPlace,
  ReportedQuestion,
  ReportPosition,
  ReportQuery,
  ReportSource,
  ReportStore,
} from '../domain/reported-question.js';
import { TimeRange } from '../domain/requested-time.js';

/** What is read of every turn of a conversation. */
interface TurnRow {
  readonly conversation_id: string;
  readonly owner: string;
  readonly trace_id: string;
  readonly created_at: string;
  readonly sources: string;
  readonly grounds: string;
  readonly details: string;
}

interface ReportRow extends TurnRow {
  readonly message: string;
  readonly completed_question: string;
  readonly response: string;
  readonly done_at: string | null;
  readonly done_note: string | null;
  readonly outcome: string | null;
  readonly done_by: string | null;
  readonly asked_again: string | null;
  readonly feedback: string | null;
  readonly comment: string | null;
  readonly correction: string | null;
}

const ALWAYS = sql`1 = 1`;
/** The rating of the person who asked; the questions of test sessions and small talk are nobody's. */
const REPORTED = sql`conversation_turns t LEFT JOIN answer_feedback f ON f.trace_id = t.trace_id AND f.owner = t.owner
  WHERE (t.outcome = 'abstained' OR (t.outcome = 'answered' AND f.feedback = 'thumbs_down'))`;
const OF_TURN = sql`t.conversation_id, t.owner, t.trace_id, t.created_at, t.sources, t.grounds, t.details`;
const FIELDS = sql`${OF_TURN}, t.message, t.completed_question, t.response, t.outcome, t.done_at, t.done_by, t.done_note,
  t.asked_again, f.feedback, f.comment, f.correction`;

const KINDS: Readonly<Record<ReportQuery['kind'], Sql>> = {
  all: ALWAYS,
  reported: sql`f.feedback = 'thumbs_down'`,
  abstained: sql`t.outcome = 'abstained'`,
};
const STATES = { open: sql`t.done_at IS NULL`, done: sql`t.done_at IS NOT NULL` };

const within = (range: TimeRange | undefined): Sql =>
  range === undefined ? ALWAYS : sql`t.created_at >= ${range.since} AND t.created_at < ${range.until}`;
const behind = (after: ReportPosition | undefined): Sql =>
  after === undefined ? ALWAYS : sql`(t.created_at, t.trace_id) < (${after.at}, ${after.traceId})`;

const texts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : [];

/** Undefined for a source of an earlier release, which has no document. */
function toSource(source: RememberedSource): ReportSource | undefined {
  const { doc_id: documentId, title, quote, canonical_path: path } = source;
  if (typeof documentId !== 'string' || typeof quote !== 'string') return undefined;
  return { documentId, quote, categoryPath: texts(path), title: typeof title === 'string' ? title : documentId };
}

function toAskedAgain(json: string | null): AskedAgain | null {
  const value: unknown = json === null ? null : JSON.parse(json);
  if (typeof value !== 'object' || value === null) return null;
  const fields = new Map<string, unknown>(Object.entries(value));
  const at = fields.get('at');
  return {
    at: typeof at === 'string' ? at : '',
    outcome: fields.get('outcome') === 'answered' ? 'answered' : 'abstained',
    documents: texts(fields.get('documents')),
    isWithoutRight: fields.get('isWithoutRight') === null ? null : fields.get('isWithoutRight') === true,
  };
}

const membersOf = (value: unknown): ReadonlyMap<string, unknown> =>
  new Map(typeof value === 'object' && value !== null ? Object.entries(value) : []);

function toPlace(value: unknown): readonly NearPlace[] {
  const fields = membersOf(value);
  const documentId = fields.get('documentId');
  return typeof documentId === 'string' ? [{ documentId, categoryPath: texts(fields.get('categoryPath')) }] : [];
}

const isSource = (value: unknown): value is RememberedSource => typeof value === 'object' && value !== null;

interface Origin {
  readonly stored: readonly RememberedSource[];
  readonly quoted: readonly QuotedSource[];
  readonly nearest: readonly NearPlace[] | null;
  readonly within: readonly (readonly string[])[] | null;
}

/** Where a turn and its answer come from. */
function originOf(row: TurnRow): Origin {
  const sources: unknown = JSON.parse(row.sources);
  const stored = Array.isArray(sources) ? sources.filter(isSource) : [];
  const grounds = texts(JSON.parse(row.grounds));
  const details = membersOf(JSON.parse(row.details));
  const [nearest, limits] = [details.get('nearest'), details.get('within')];
  return {
    stored,
    quoted: sourcesOfTurn({
      ...{ message: '', completedQuestion: '', response: '', sources: stored, grounds },
      ...{ traceId: row.trace_id, createdAt: row.created_at },
    }),
    nearest: Array.isArray(nearest) ? nearest.flatMap(toPlace) : null,
    within: Array.isArray(limits) ? limits.map(texts) : null,
  };
}

const documentsOfTurn = ({ quoted, nearest }: Origin): string[] =>
  [...quoted, ...(nearest ?? [])].map(({ documentId }) => documentId);

function toReported(row: ReportRow, earlier: readonly string[]): ReportedQuestion {
  const { stored, quoted, nearest, within: limits } = originOf(row);
  const sources = stored.flatMap((source) => toSource(source) ?? []);
  return {
    traceId: row.trace_id,
    conversationId: row.conversation_id,
    owner: row.owner,
    createdAt: row.created_at,
    question: row.completed_question,
    answer: row.response,
    isAbstained: row.outcome === 'abstained',
    sources,
    quoted,
    isOfUnknownOrigin: sources.length < stored.length,
    earlier,
    nearest,
    within: limits,
    rating: row.feedback,
    comment: row.comment,
    correction: row.correction,
    done: row.done_at === null ? null : { at: row.done_at, by: row.done_by ?? '', note: row.done_note },
    askedAgain: toAskedAgain(row.asked_again),
  };
}

/** Reported questions from the stored turns, on both engines. They are deleted with their conversation. */
@Injectable()
export class SqlReportStore extends ReportStore {
  constructor(private readonly store: WorkSqlStore) {
    super();
  }

  async list({ state, kind, range, after, limit }: ReportQuery): Promise<readonly ReportedQuestion[]> {
    const inState = state === undefined ? ALWAYS : STATES[state];
    const rows = await this.store.query<ReportRow>(
      sql`SELECT ${FIELDS} FROM ${REPORTED} AND ${inState} AND ${KINDS[kind]} AND ${within(range)} AND ${behind(after)}
          ORDER BY t.created_at DESC, t.trace_id DESC LIMIT ${limit}`,
    );
    return this.withEarlier(rows);
  }

  async find(traceIds: readonly string[]): Promise<readonly ReportedQuestion[]> {
    const rows = await this.store.query<ReportRow>(
      sql`SELECT ${FIELDS} FROM ${REPORTED} AND ${this.store.dialect.isOneOf('t.trace_id', traceIds)}`,
    );
    return this.withEarlier(rows);
  }

  async setDone(traceIds: readonly string[], done: Done | null): Promise<void> {
    await this.store.change(
      sql`UPDATE conversation_turns SET done_at = ${done?.at ?? null}, done_by = ${done?.by ?? null}, done_note = ${done?.note ?? null}
          WHERE ${this.store.dialect.isOneOf('trace_id', traceIds)}`,
    );
  }

  async setAskedAgain(traceId: string, asked: AskedAgain): Promise<void> {
    await this.store.change(
      sql`UPDATE conversation_turns SET asked_again = ${JSON.stringify(asked)} WHERE trace_id = ${traceId}`,
    );
  }

  /** A completed follow-up has words of the turns before it: with their documents. */
  private async withEarlier(rows: readonly ReportRow[]): Promise<ReportedQuestion[]> {
    const completed = rows.filter((row) => row.completed_question !== row.message);
    const ids = [...new Set(completed.map((row) => row.conversation_id))];
    const turns =
      ids.length === 0
        ? []
        : await this.store.query<TurnRow>(
            sql`SELECT ${OF_TURN} FROM conversation_turns t WHERE ${this.store.dialect.isOneOf('t.conversation_id', ids)}`,
          );
    return rows.map((row) => {
      const before = completed.includes(row)
        ? turns.filter(
            ({ conversation_id: id, owner, created_at: at }) =>
              id === row.conversation_id && owner === row.owner && at < row.created_at,
          )
        : [];
      return toReported(row, [...new Set(before.flatMap((turn) => documentsOfTurn(originOf(turn))))]);
    });
  }
}
