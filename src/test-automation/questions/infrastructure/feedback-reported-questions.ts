import { Injectable } from '@nestjs/common';
import { AnswerFeedback, FeedbackStore } from '../../../feedback/domain/answer-feedback.js';
import { detectLanguage } from '../../../text/language.js';
import { foldedWithoutSpaces } from '../../../text/folded-text.js';
import { Gold, OPEN_GOLD, Question } from '../../domain/question.js';
import { REPORTER } from '../domain/abstained-questions.js';
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
    for (const answer of answers) questions.push(this.question(answer, await this.gold(answer, request, signal)));
    const ids = answers.map(({ traceId }) => traceId);
    if (ids.length > 0) await this.feedback.markAsked(owner, ids, sessionId);
    return questions;
  }

  /** The passage that a person named, if the document has it word for word and the session may see it. */
  private async gold(
    { gold }: AnswerFeedback,
    { scope }: RequestedSession['request'],
    signal: AbortSignal,
  ): Promise<Gold> {
    const document = gold === null ? undefined : await this.source.one(gold.documentId, scope, signal);
    if (gold === null || document === undefined) return OPEN_GOLD;
    const isVerbatim = foldedWithoutSpaces(document.text).includes(foldedWithoutSpaces(gold.quote));
    return isVerbatim ? { ...OPEN_GOLD, documentId: gold.documentId, quote: gold.quote } : OPEN_GOLD;
  }

  private question({ traceId, question, comment }: AnswerFeedback, gold: Gold): Question {
    return {
      id: `reported-${traceId}`,
      personaId: REPORTER,
      text: question,
      language: detectLanguage(question),
      difficulty: 'medium',
      kind: 'fact',
      intents: {
        surface: question,
        hidden: comment ?? 'The answer differs from the one that was rated as bad.',
        behavioral: question,
      },
      gold,
      asOf: undefined,
    };
  }
}
