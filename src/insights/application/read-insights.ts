import { Injectable } from '@nestjs/common';
import { Redaction } from '../../shared/domain/audit-trail.js';
import { CategoryFilter } from '../../shared/domain/category-filter.js';
import { Clock } from '../../shared/domain/clock.js';
import { decodeNameCursor, encodeNameCursor, notACursor, Page } from '../../shared/domain/page.js';
import { QuoteCheck } from '../../shared/domain/quoted-source.js';
import { inSlices } from '../../shared/domain/steps.js';
import {
  CostDivision,
  CostOfDay,
  CostShare,
  CountedAnswers,
  InsightsStore,
  QuestionKind,
  QuestionMeaning,
  QuestionOrder,
  RowPosition,
  StoredQuestion,
} from '../domain/insights.js';
import { groupQuestions } from '../domain/meaning-groups.js';
import { rangeOf, RequestedTime } from '../domain/requested-time.js';

/** Abstained questions that are grouped, the newest ones: grouping compares each with each. */
const GROUPED_QUESTIONS = 500;
const SHOWN_GROUPS = 20;
const SHOWN_OF_GROUP = 20;

/** Who reads, and what. */
export interface InsightsReader {
  readonly id: string;
  /** Current access of the reader. */
  readonly filter: CategoryFilter;
  /** Counts the answers of all callers, not only the own ones. */
  readonly countsAll: boolean;
  /** Reads the questions of all callers. */
  readonly isAdministrator: boolean;
}

/** A question for a reader: without personal data, and its comment only while the reader may see the answer. */
export interface ShownQuestion extends StoredQuestion {
  readonly isWithheld: boolean;
}

/** Cost of the language models. */
export interface ShownCost {
  readonly days: readonly CostOfDay[];
  readonly models: readonly CostShare[];
  readonly agents: readonly CostShare[];
  readonly callers: readonly CostShare[];
}

/** Abstained questions about one thing: what the documents lack. */
export interface MissingTopic {
  /** The most central question. */
  readonly question: string;
  readonly count: number;
  readonly latestAt: string;
  /** Newest first, the first ones of a large group. */
  readonly questions: readonly ShownQuestion[];
}

export interface ListedQuestions extends RequestedTime {
  readonly kind: QuestionKind;
  readonly slowMs: number;
  readonly mark: string | undefined;
  readonly tenth: number | undefined;
  readonly order: QuestionOrder;
  readonly cursor: string | undefined;
  readonly limit: number;
}

/** Figures over the stored questions and answers, and the rows of each figure. */
@Injectable()
export class ReadInsights {
  constructor(
    private readonly store: InsightsStore,
    private readonly meaning: QuestionMeaning,
    private readonly redaction: Redaction,
    private readonly quotes: QuoteCheck,
    private readonly clock: Clock,
  ) {}

  /**
   * @param slowMs time from which an answer is slow
   * @throws InvalidInputError for a time that ends before it begins, or is longer than 400 days
   */
  async figures(time: RequestedTime, slowMs: number, reader: InsightsReader) {
    const range = rangeOf(time, this.clock.now());
    const counted = { ...range, owner: reader.countsAll ? undefined : reader.id };
    const [questions, ratings, bins, times, degraded, cost, missing] = await Promise.all([
      this.store.questionsByDay(counted),
      this.store.ratingsByDay(counted),
      this.store.confidenceBins(counted),
      this.store.answerTimes(counted, slowMs),
      this.store.degradedMarks(counted),
      this.costOf(range, reader),
      this.missing({ ...range, owner: readableOwner(reader) }, reader),
    ]);
    return { questions, ratings, bins, times, degraded, cost, missing };
  }

  /** In the order that is asked for: all questions for an administrator of the whole service, otherwise the reader's own. @throws InvalidInputError */
  async questions(asked: ListedQuestions, reader: InsightsReader): Promise<Page<ShownQuestion>> {
    const { cursor, limit, kind, slowMs, mark, tenth, order } = asked;
    const found = await this.store.questions({
      ...rangeOf(asked, this.clock.now()),
      owner: readableOwner(reader),
      ...{ kind, slowMs, mark, tenth, order },
      after: positionOf(cursor, order),
      limit: limit + 1,
    });
    const items = await this.shown(found.slice(0, limit), reader);
    const last = items.at(-1);
    const isMore = found.length > limit && last !== undefined;
    const at = order === 'slowest' ? last?.tookMs : last?.createdAt;
    return { items, nextCursor: isMore ? encodeNameCursor(`${at} ${last.traceId}`) : null };
  }

  /** Budget and cost belong to the whole service. */
  private async costOf(
    { since, until }: { readonly since: string; readonly until: string },
    { countsAll }: InsightsReader,
  ): Promise<ShownCost | null> {
    if (!countsAll) return null;
    const sharesOf = (by: CostDivision) => this.store.costShares(by, since, until);
    const [days, models, agents, callers] = await Promise.all([
      this.store.costByDay(since, until),
      sharesOf('model'),
      sharesOf('agent'),
      sharesOf('caller'),
    ]);
    return { days, models, agents, callers };
  }

  /** Groups abstained questions by meaning. The embedding is the same for every store, so that no document influences the groups. */
  private async missing(counted: CountedAnswers, reader: InsightsReader): Promise<readonly MissingTopic[]> {
    const query = { kind: 'abstained', slowMs: 0, mark: undefined, tenth: undefined, order: 'newest' } as const;
    const found = await this.store.questions({ ...counted, ...query, after: undefined, limit: GROUPED_QUESTIONS });
    if (found.length === 0) return [];
    const { embed } = await this.meaning.load();
    const questions = found.map(({ question }) => question);
    const groups = await inSlices(groupQuestions(questions, embed));
    const shown = groups.slice(0, SHOWN_GROUPS).map((group) => group.flatMap((i) => found[i] ?? []));
    return Promise.all(shown.map((group) => this.topicOf(group, reader)));
  }

  private async topicOf(group: readonly StoredQuestion[], reader: InsightsReader): Promise<MissingTopic> {
    const newest = group.toSorted((a, b) => (a.createdAt < b.createdAt ? 1 : -1));
    return {
      question: this.redaction.apply(group[0]?.question ?? ''),
      count: group.length,
      latestAt: newest[0]?.createdAt ?? '',
      questions: await this.shown(newest.slice(0, SHOWN_OF_GROUP), reader),
    };
  }

  private async shown(found: readonly StoredQuestion[], { filter }: InsightsReader): Promise<ShownQuestion[]> {
    const withheld = await this.quotes.withheld(
      found.map(({ sources }) => sources),
      filter,
    );
    return found.map((one, i) => {
      const isWithheld = withheld[i] === true;
      const comment = isWithheld || one.comment === null ? null : this.redaction.apply(one.comment);
      return { ...one, question: this.redaction.apply(one.question), comment, isWithheld };
    });
  }
}

const readableOwner = ({ isAdministrator, id }: InsightsReader) => (isAdministrator ? undefined : id);

function positionOf(cursor: string | undefined, order: QuestionOrder): RowPosition | undefined {
  if (cursor === undefined) return undefined;
  const [at = '', traceId] = decodeNameCursor(cursor).split(' ');
  // A cursor of the other order is none of this one.
  if (traceId === undefined || (order === 'slowest') !== /^\d+$/.test(at)) throw notACursor();
  return { at, traceId };
}
