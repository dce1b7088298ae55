import { Injectable } from '@nestjs/common';
import { FeedbackStore } from '../../../feedback/domain/answer-feedback.js';
import { Question } from '../../domain/question.js';
import { askedInUse } from '../domain/abstained-questions.js';
import { namedPassage } from '../domain/named-passage.js';
import { ReportedQuestions } from '../domain/question-maker.js';
import { DocumentSource } from '../../domain/session-scope.js';
import { RequestedSession } from '../../domain/session-request.js';

/** Maximum number of reported answers in one test session. */
const MOST = 50;

/** Feedback on chat answers as the source of questions. */
@Injectable()
export class FeedbackReportedQuestions extends ReportedQuestions {
  constructor(
    private readonly feedback: FeedbackStore,
    private readonly source: DocumentSource,
  ) {
    super();
  }

  async take({ sessionId, owner, request }: RequestedSession, signal: AbortSignal): Promise<readonly Question[]> {
    const answers = await this.feedback.reported(owner, MOST);
    const questions: Question[] = [];
    for (const { traceId, question, comment, gold } of answers) {
      const passage = await namedPassage(gold, this.source, request.scope, signal);
      const meant = comment ?? 'The answer differs from the one that was rated as bad.';
      questions.push(askedInUse(`reported-${traceId}`, question, passage, meant));
    }
    const ids = answers.map(({ traceId }) => traceId);
    if (ids.length > 0) await this.feedback.markAsked(owner, ids, sessionId);
    return questions;
  }
}
