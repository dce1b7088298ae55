import { Injectable } from '@nestjs/common';
import { AuditTrail, shownPassages } from '../../shared/domain/audit-trail.js';
import { covers } from '../../shared/domain/category-filter.js';
import { Clock } from '../../shared/domain/clock.js';
import { CurrentRights } from '../../shared/domain/current-rights.js';
import { AnswerNow, AnswersNow, AskedAgain, ReportedQuestion, ReportStore } from '../domain/reported-question.js';
import { ReadReports, ReportReader } from './read-reports.js';

/** A question that was asked again. */
export interface AnsweredAgain {
  readonly traceId: string;
  readonly question: string;
  /** Undefined if it could not be answered now: then nothing is stored. */
  readonly result: { readonly asked: AskedAgain; readonly answer: AnswerNow } | undefined;
}

/** Asks reported questions again, after documents changed. */
@Injectable()
export class AskAgain {
  constructor(
    private readonly reports: ReadReports,
    private readonly store: ReportStore,
    private readonly answers: AnswersNow,
    private readonly rights: CurrentRights,
    private readonly clock: Clock,
    private readonly audit: AuditTrail,
  ) {}

  /**
   * Answers the questions from what the editor may see, one after the other, without a model. The results are stored with their time.
   * @throws NotFoundError for a question that the editor may not see wholly
   */
  async ask(traceIds: readonly string[], editor: ReportReader, signal: AbortSignal): Promise<AnsweredAgain[]> {
    const asked: AnsweredAgain[] = [];
    for (const { one } of await this.reports.find(traceIds, editor)) {
      signal.throwIfAborted();
      asked.push({ traceId: one.traceId, question: one.question, result: await this.askOne(one, editor) });
    }
    return asked;
  }

  private async askOne(one: ReportedQuestion, { filter }: ReportReader): Promise<AnsweredAgain['result']> {
    const { traceId, question } = one;
    const answer = await this.answers.answer(question, filter);
    if (answer === undefined) return undefined;
    const { isAbstained, sources } = answer;
    const asked: AskedAgain = {
      at: this.clock.now().toISOString(),
      outcome: isAbstained ? 'abstained' : 'answered',
      documents: [...new Set(sources.map(({ documentId }) => documentId))],
      isWithoutRight: !isAbstained && (await this.isWithoutRight(one, filter)),
    };
    await this.store.setAskedAgain(traceId, asked);
    await this.audit.record({ action: 'ask', question, shown: shownPassages(sources), detail: traceId });
    return { asked, answer };
  }

  /** Whether the person who asked does not get the answer that the editor gets. Unknown for somebody who may no longer ask. */
  private async isWithoutRight(
    { question, owner }: ReportedQuestion,
    filter: ReportReader['filter'],
  ): Promise<boolean> {
    const asker = await this.rights.of(owner);
    if (asker === undefined || covers(asker.filter, filter)) return false;
    return (await this.answers.answer(question, asker.filter))?.isAbstained === true;
  }
}
