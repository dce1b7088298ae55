import { Injectable } from '@nestjs/common';
import { Clock } from '../../shared/domain/clock.js';
import { inSlices } from '../../shared/domain/steps.js';
import { QuestionMeaning } from '../domain/insights.js';
import { groupQuestions } from '../domain/meaning-groups.js';
import { rangeOf, RequestedTime } from '../domain/requested-time.js';
import { ReadReports, ReportReader, SeenQuestion } from './read-reports.js';

/** The newest ones that the reader may see: grouping compares each with each. */
const GROUPED_QUESTIONS = 500;
const SHOWN_GROUPS = 20;

/** Unanswered questions about one thing: what the documents lack. */
export interface MissingGroup {
  /** The most central of the open questions. */
  readonly question: string;
  /** Open questions, newest first. */
  readonly open: readonly SeenQuestion[];
  /** When an editor last ticked a question of the group off; null if none. The open ones are newer, or were opened again. */
  readonly doneAt: string | null;
}

/** The groups of unanswered questions that an editor may see. */
@Injectable()
export class GroupMissing {
  constructor(
    private readonly reports: ReadReports,
    private readonly meaning: QuestionMeaning,
    private readonly clock: Clock,
  ) {}

  /**
   * Groups with an open question, the largest first. A group that was ticked off comes back with the next question of its meaning. The
   * embedding is the same for every store, so that no document influences the groups.
   * @throws InvalidInputError for a time that ends before it begins, or is longer than 400 days
   */
  async groups(time: RequestedTime, reader: ReportReader) {
    const range = rangeOf(time, this.clock.now());
    const query = { state: undefined, kind: 'abstained', range, after: undefined } as const;
    const shown = await this.reports.newest(query, GROUPED_QUESTIONS, reader);
    if (shown.length === 0) return [];
    const { embed } = await this.meaning.load();
    const questions = shown.map(({ one }) => one.question);
    const groups = await inSlices(groupQuestions(questions, embed));
    return groups
      .map((group) => groupOf(group.flatMap((i) => shown[i] ?? [])))
      .filter(({ open }) => open.length > 0)
      .toSorted((a, b) => b.open.length - a.open.length)
      .slice(0, SHOWN_GROUPS);
  }
}

/** @param members the most central one first */
function groupOf(members: readonly SeenQuestion[]): MissingGroup {
  const open = members.filter(({ one }) => one.done === null);
  const ticked = members.flatMap(({ one }) => one.done?.at ?? []).toSorted();
  return {
    question: open[0]?.one.question ?? '',
    open: open.toSorted((a, b) => (a.one.createdAt < b.one.createdAt ? 1 : -1)),
    doneAt: ticked.at(-1) ?? null,
  };
}
