import { Injectable } from '@nestjs/common';
import { FeedbackStore } from '../../../feedback/domain/answer-feedback.js';
import { Redaction } from '../../../shared/domain/audit-trail.js';
import { administers, CurrentRights } from '../../../shared/domain/current-rights.js';
import { isOpenGold, Question } from '../../domain/question.js';
import { DocumentSource } from '../../domain/session-scope.js';
import {
  AbstainedQuestions,
  askedInUse,
  questionInUse,
  QuestionsInUse,
  SessionRights,
} from '../domain/abstained-questions.js';
import { namedPassage } from '../domain/named-passage.js';

/** Questions of each kind: not answered, and rejected with a named passage. */
const MOST_OF_KIND = 50;

/** Questions of stored conversations and of feedback, by the rights that Insights has for their words. */
@Injectable()
export class StoredQuestionsInUse extends QuestionsInUse {
  constructor(
    private readonly abstained: AbstainedQuestions,
    private readonly feedback: FeedbackStore,
    private readonly source: DocumentSource,
    private readonly rights: CurrentRights,
    private readonly redaction: Redaction,
  ) {
    super();
  }

  async of(session: SessionRights, signal: AbortSignal): Promise<readonly Question[]> {
    const owner = await this.readableOwner(session);
    const abstained = (await this.abstained.recent(owner, MOST_OF_KIND)).map(({ traceId, question }) =>
      questionInUse({ traceId, question: this.redaction.apply(question) }),
    );
    const rejected: Question[] = [];
    for (const { traceId, question, gold } of await this.feedback.rejectedWithGold(owner, MOST_OF_KIND)) {
      const passage = await namedPassage(gold, this.source, session.scope, signal);
      // Without its passage nobody knows what is wrong with an answer that the documents support.
      if (!isOpenGold(passage))
        rejected.push(askedInUse(`rejected-${traceId}`, this.redaction.apply(question), passage));
    }
    return [...distinct(abstained), ...distinct(rejected)];
  }

  /** A session outlives its request: the rights of its owner are read now, and it never sees more than when it was started. */
  private async readableOwner({ owner, scope }: SessionRights): Promise<string | undefined> {
    return scope === null && administers(await this.rights.of(owner)) ? undefined : owner;
  }
}

/** One of each wording. */
const distinct = (questions: readonly Question[]): Question[] => [
  ...new Map(questions.map((question) => [question.text, question])).values(),
];
