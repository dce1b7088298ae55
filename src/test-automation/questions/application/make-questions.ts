import { Injectable } from '@nestjs/common';
import { Clock, today } from '../../../shared/domain/clock.js';
import { inSlices, EventLoopYielder } from '../../../shared/domain/steps.js';
import { Persona } from '../../personas/domain/persona.js';
import { Question } from '../../domain/question.js';
import { NothingToAskError, QuestionHistory, QuestionMaker, SessionQuestions } from '../domain/question-maker.js';
import { chooseInSteps } from '../domain/choose-questions.js';
import { dialoguesInSteps } from '../domain/build-dialogues.js';
import { measureInSteps, MeasuredQuestions } from '../domain/baseline/measure-baseline.js';
import { PlainSearch } from '../domain/baseline/plain-search.js';
import { QuestionLexicon } from '../domain/question-lexicon.js';
import { isInForce, poolInSteps, QuestionPool } from '../domain/question-pool.js';
import { SessionScope, DocumentSource, SourceDocument } from '../../domain/session-scope.js';
import { SessionRequest } from '../../domain/session-request.js';
import { TextComparisonSource } from '../../domain/text-comparison.js';

/** Makes a session's questions and dialogues from the text of the documents; needs no language model. */
@Injectable()
export class MakeQuestions extends QuestionMaker {
  constructor(
    private readonly source: DocumentSource,
    private readonly lexicon: QuestionLexicon,
    private readonly clock: Clock,
    private readonly comparison: TextComparisonSource,
  ) {
    super();
  }

  async make(
    request: SessionRequest,
    personas: readonly Persona[],
    history: QuestionHistory,
    signal: AbortSignal,
  ): Promise<SessionQuestions> {
    const others = new EventLoopYielder();
    const pool = await this.pool(request.scope, others, signal);
    const { questions: singles, discarded } = await inSlices(
      chooseInSteps(request, personas, pool, history),
      others,
      signal,
    );
    const dialogues = await inSlices(dialoguesInSteps(request, personas, pool, singles), others, signal);
    if (pool.search === undefined) return { singles, dialogues, discarded };
    const { questions, baseline } = await inSlices(measureInSteps(singles, pool.search), others, signal);
    return { singles: questions, dialogues, discarded, baseline };
  }

  /** Measures plain BM25 on paraphrased questions. */
  async measured(questions: readonly Question[], scope: SessionScope, signal: AbortSignal): Promise<MeasuredQuestions> {
    const others = new EventLoopYielder();
    const day = today(this.clock);
    const documents = (await this.documents(scope, signal)).filter((document) => isInForce(document, day));
    const search = await inSlices(PlainSearch.over(documents), others, signal);
    return inSlices(measureInSteps(questions, search), others, signal);
  }

  private async documents(scope: SessionScope, signal: AbortSignal): Promise<SourceDocument[]> {
    const documents: SourceDocument[] = [];
    for await (const document of this.source.documents(scope, signal)) documents.push(document);
    return documents;
  }

  private async pool(scope: SessionScope, others: EventLoopYielder, signal: AbortSignal): Promise<QuestionPool> {
    const documents = await this.documents(scope, signal);
    if (documents.length === 0)
      throw new NothingToAskError(
        'There are no documents to ask about: add documents, or start with SAMPLE_DATA=load.',
      );
    const words = {
      outside: await this.lexicon.outsideTopics(),
      slang: await this.lexicon.slang(),
      everyday: await this.lexicon.everyday(),
      border: await this.lexicon.border(),
      comparison: await this.comparison.load(),
    };
    const pool = await inSlices(poolInSteps(documents, words, today(this.clock), 'as_people_ask'), others, signal);
    if (pool.current.length + pool.literal.length === 0)
      throw new NothingToAskError(
        `None of the ${documents.length} documents states a number, a time limit or a responsible body that can be asked about.`,
      );
    return pool;
  }
}
