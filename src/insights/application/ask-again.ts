import { Injectable, Logger } from '@nestjs/common';
import { AuditTrail, shownPassages } from '../../shared/domain/audit-trail.js';
import { covers } from '../../shared/domain/category-filter.js';
import { Clock } from '../../shared/domain/clock.js';
import { CurrentRights } from '../../shared/domain/current-rights.js';
import { UnrecordedAnswers } from '../../pipeline/application/unrecorded-answers.js';
import { AnswerNow, AskedAgain, ReportedQuestion, ReportStore } from '../domain/reported-question.js';
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
  private readonly logger = new Logger('insights');

  constructor(
    private readonly reports: ReadReports,
    private readonly store: ReportStore,
    private readonly answers: UnrecordedAnswers,
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
    const answer = await this.answerNow(question, filter);
    if (answer === undefined) return undefined;
    const { isAbstained, sources } = answer;
    const asked: AskedAgain = {
      at: this.clock.now().toISOString(),
      outcome: isAbstained ? 'abstained' : 'answered',
      documents: [...new Set(sources.map(({ documentId }) => documentId))],
      isWithoutRight: isAbstained ? false : await this.isWithoutRight(one, filter),
    };
    await this.store.setAskedAgain(traceId, asked);
    await this.audit.record({ action: 'ask', question, shown: shownPassages(sources), detail: traceId });
    return { asked, answer };
  }

  /** Whether the person who asked does not get the answer that the editor gets; null for one who may no longer ask, or sees more. */
  private async isWithoutRight(
    { question, owner }: ReportedQuestion,
    filter: ReportReader['filter'],
  ): Promise<boolean | null> {
    const asker = await this.rights.of(owner);
    if (asker === undefined || !covers(filter, asker.filter)) return null;
    if (covers(asker.filter, filter)) return false;
    return (await this.answerNow(question, asker.filter))?.isAbstained === true;
  }

  /** @returns undefined if it could not be answered now */
  private async answerNow(question: string, filter: ReportReader['filter']): Promise<AnswerNow | undefined> {
    try {
      const { response, abstained, sources } = await this.answers.answer(question, filter);
      const cited = sources.filter(({ corroborating }) => !corroborating);
      return {
        text: response,
        isAbstained: abstained,
        sources: cited.map(({ documentId, chunkId, title, canonicalPath, quote }) => ({
          ...{ documentId, chunkId, title, quote },
          categoryPath: canonicalPath,
        })),
      };
    } catch (error) {
      this.logger.warn({ err: error }, 'failed to ask a reported question again');
      return undefined;
    }
  }
}
