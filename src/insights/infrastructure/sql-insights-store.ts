import { Injectable } from '@nestjs/common';
import { RememberedSource } from '../../pipeline/domain/conversation.js';
import { sourcesOfTurn } from '../../pipeline/domain/turn-sources.js';
import { Sql, sql, trusted } from '../../shared/infrastructure/database/postgres/sql.js';
import { WorkSqlStore } from '../../shared/infrastructure/database/sql-store.js';
import {
  AnswerTimes,
  ConfidenceBin,
  CostDivision,
  CostOfDay,
  CostShare,
  CountedAnswers,
  DegradedMark,
  InsightsStore,
  QuestionQuery,
  QuestionsOfDay,
  RatingsOfDay,
  StoredQuestion,
} from '../domain/insights.js';

interface QuestionRow {
  readonly trace_id: string;
  readonly conversation_id: string;
  readonly owner: string;
  readonly created_at: string;
  readonly message: string;
  readonly outcome: string | null;
  readonly confidence: number | null;
  readonly took_ms: number | null;
  readonly degraded: string;
  readonly sources: string;
  readonly grounds: string;
  readonly feedback: string | null;
  readonly comment: string | null;
}

const DAY = sql`substr(t.created_at, 1, 10)`;
const ALL_TURNS = sql`1 = 1`;
/** Counts rows that meet a condition. */
const times = (condition: Sql) => sql`CAST(sum(CASE WHEN ${condition} THEN 1 ELSE 0 END) AS bigint)`;
const UP = times(sql`f.feedback = 'thumbs_up'`);
const DOWN = times(sql`f.feedback = 'thumbs_down'`);
const RATING = sql`answer_feedback f ON f.trace_id = t.trace_id AND f.owner = t.owner`;
/** A cast rounds in one engine and truncates in the other; comparisons are the same in both. */
const TENTH = trusted(
  [1, 2, 3, 4, 5, 6, 7, 8, 9].map((n) => `CASE WHEN t.confidence >= 0.${n} THEN 1 ELSE 0 END`).join(' + '),
);

/** Condition: the counted answers, without small talk and questions of test sessions. */
function counted({ since, until, owner }: CountedAnswers): Sql {
  const own = owner === undefined ? ALL_TURNS : sql`t.owner = ${owner}`;
  return sql`t.created_at >= ${since} AND t.created_at < ${until} AND ${own}
    AND (t.outcome IS NULL OR t.outcome NOT IN ('small_talk', 'test'))`;
}

function ofKind({ kind, slowMs }: QuestionQuery): Sql {
  switch (kind) {
    case 'answered':
    case 'abstained':
      return sql`t.outcome = ${kind}`;
    case 'degraded':
      return sql`t.degraded <> '[]'`;
    case 'slow':
      return sql`t.took_ms >= ${slowMs}`;
    case 'rated':
      return sql`f.feedback IS NOT NULL`;
    case 'thumbs_up':
    case 'thumbs_down':
      return sql`f.feedback = ${kind}`;
    case 'all':
      return ALL_TURNS;
  }
}

const NEWEST = sql`t.created_at DESC, t.trace_id DESC`;
const SLOWEST = sql`t.took_ms DESC, t.trace_id DESC`;

/** Condition: the rows of the order that follow the last one of the page before. */
function restOf({ order, after }: QuestionQuery): Sql {
  if (order === 'newest')
    return after === undefined ? ALL_TURNS : sql`(t.created_at, t.trace_id) < (${after.at}, ${after.traceId})`;
  return after === undefined
    ? sql`t.took_ms IS NOT NULL`
    : sql`(t.took_ms, t.trace_id) < (${Number(after.at)}, ${after.traceId})`;
}

const texts = (json: string): string[] => {
  const value: unknown = JSON.parse(json);
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
};

const isSource = (value: unknown): value is RememberedSource => typeof value === 'object' && value !== null;

function toQuestion(row: QuestionRow): StoredQuestion {
  const stored: unknown = JSON.parse(row.sources);
  const sources = Array.isArray(stored) ? stored.filter(isSource) : [];
  return {
    traceId: row.trace_id,
    conversationId: row.conversation_id,
    owner: row.owner,
    createdAt: row.created_at,
    question: row.message,
    outcome: row.outcome,
    confidence: row.confidence,
    tookMs: row.took_ms,
    degraded: texts(row.degraded),
    rating: row.feedback,
    comment: row.comment,
    sources: sourcesOfTurn({
      message: row.message,
      completedQuestion: row.message,
      response: '',
      traceId: row.trace_id,
      createdAt: row.created_at,
      sources,
      grounds: texts(row.grounds),
    }),
  };
}

/** Counts over stored answers, on both engines. */
@Injectable()
export class SqlInsightsStore extends InsightsStore {
  constructor(private readonly store: WorkSqlStore) {
    super();
  }

  questionsByDay(answers: CountedAnswers): Promise<readonly QuestionsOfDay[]> {
    return this.store.query<QuestionsOfDay>(
      sql`SELECT ${DAY} AS day, count(*) AS questions, ${times(sql`t.outcome = 'answered'`)} AS answered,
            ${times(sql`t.outcome = 'abstained'`)} AS abstained, ${times(sql`t.degraded <> '[]'`)} AS degraded
          FROM conversation_turns t WHERE ${counted(answers)} GROUP BY ${DAY} ORDER BY 1`,
    );
  }

  ratingsByDay(answers: CountedAnswers): Promise<readonly RatingsOfDay[]> {
    return this.store.query<RatingsOfDay>(
      sql`SELECT ${DAY} AS day, ${UP} AS up, ${DOWN} AS down FROM conversation_turns t JOIN ${RATING}
          WHERE ${counted(answers)} GROUP BY ${DAY} ORDER BY 1`,
    );
  }

  async confidenceBins(answers: CountedAnswers): Promise<readonly ConfidenceBin[]> {
    const rows = await this.store.query<{ tenth: number; up: number; down: number; mean: number }>(
      sql`SELECT ${TENTH} AS tenth, ${UP} AS up, ${DOWN} AS down, avg(t.confidence) AS mean
          FROM conversation_turns t JOIN ${RATING}
          WHERE ${counted(answers)} AND t.confidence IS NOT NULL GROUP BY ${TENTH} ORDER BY 1`,
    );
    return rows.map(({ mean, ...row }) => ({ ...row, meanConfidence: mean }));
  }

  async answerTimes(answers: CountedAnswers, slowMs: number): Promise<AnswerTimes> {
    const row = await this.store.one<{ measured: number; p50: number | null; p95: number | null; slow: number }>(
      sql`WITH ranked AS (SELECT t.took_ms, row_number() OVER (ORDER BY t.took_ms) AS place, count(*) OVER () AS measured
            FROM conversation_turns t WHERE ${counted(answers)} AND t.took_ms IS NOT NULL)
          SELECT count(*) AS measured, max(CASE WHEN place = (measured * 50 + 99) / 100 THEN took_ms END) AS p50,
            max(CASE WHEN place = (measured * 95 + 99) / 100 THEN took_ms END) AS p95,
            CAST(coalesce(sum(CASE WHEN took_ms >= ${slowMs} THEN 1 ELSE 0 END), 0) AS bigint) AS slow
          FROM ranked`,
    );
    return { measured: row?.measured ?? 0, p50Ms: row?.p50 ?? null, p95Ms: row?.p95 ?? null, slow: row?.slow ?? 0 };
  }

  async degradedMarks(answers: CountedAnswers): Promise<readonly DegradedMark[]> {
    const rows = await this.store.query<{ degraded: string; questions: number }>(
      sql`SELECT t.degraded, count(*) AS questions FROM conversation_turns t
          WHERE ${counted(answers)} AND t.degraded <> '[]' GROUP BY t.degraded`,
    );
    const marks = new Map<string, number>();
    for (const { degraded, questions } of rows)
      for (const mark of new Set(texts(degraded))) marks.set(mark, (marks.get(mark) ?? 0) + questions);
    return [...marks]
      .map(([mark, questions]) => ({ mark, questions }))
      .sort((a, b) => b.questions - a.questions || (a.mark < b.mark ? -1 : 1));
  }

  costByDay(since: string, until: string): Promise<readonly CostOfDay[]> {
    return this.store.query<CostOfDay>(
      sql`SELECT day, calls, usd, input_tokens AS "inputTokens", output_tokens AS "outputTokens" FROM llm_spending
          WHERE day >= ${since.slice(0, 10)} AND day <= ${until.slice(0, 10)} ORDER BY day`,
    );
  }

  costShares(by: CostDivision, since: string, until: string): Promise<readonly CostShare[]> {
    return this.store.query<CostShare>(
      sql`SELECT ${trusted(by)} AS id, CAST(sum(calls) AS bigint) AS calls, sum(usd) AS usd,
            CAST(sum(input_tokens) AS bigint) AS "inputTokens", CAST(sum(output_tokens) AS bigint) AS "outputTokens"
          FROM llm_spending_shares WHERE day >= ${since.slice(0, 10)} AND day <= ${until.slice(0, 10)}
          GROUP BY ${trusted(by)} ORDER BY 3 DESC, 1`,
    );
  }

  async questions(query: QuestionQuery): Promise<readonly StoredQuestion[]> {
    const { mark, tenth, limit, order } = query;
    const marked = mark === undefined ? ALL_TURNS : this.store.dialect.holdsOneOf('t.degraded', [mark]);
    const binned =
      tenth === undefined
        ? ALL_TURNS
        : sql`t.confidence IS NOT NULL AND f.feedback IS NOT NULL AND ${TENTH} = ${tenth}`;
    const rows = await this.store.query<QuestionRow>(
      sql`SELECT t.trace_id, t.conversation_id, t.owner, t.created_at, t.message, t.outcome, t.confidence, t.took_ms,
            t.degraded, t.sources, t.grounds, f.feedback, f.comment
          FROM conversation_turns t LEFT JOIN ${RATING}
          WHERE ${counted(query)} AND ${ofKind(query)} AND ${marked} AND ${binned} AND ${restOf(query)}
          ORDER BY ${order === 'slowest' ? SLOWEST : NEWEST} LIMIT ${limit}`,
    );
    return rows.map(toQuestion);
  }
}
