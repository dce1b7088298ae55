import { Injectable } from '@nestjs/common';
import { AnswerQuestion } from '../../pipeline/application/answer-question.js';
import { describeEdition, describeForPrograms } from '../../pipeline/application/describe-answer.js';
import { FindContinued } from '../../pipeline/application/manage-conversations.js';
import { ReadConversation } from '../../pipeline/application/read-conversation.js';
import { STORE_MARK } from '../../pipeline/application/save-turn.js';
import { Answer } from '../../pipeline/domain/answer.js';
import { completeFollowUp } from '../../pipeline/domain/follow-up.js';
import { AnswerListener } from '../../pipeline/domain/step.js';
import { Clock } from '../../shared/domain/clock.js';
import { detectLanguage } from '../../text/language.js';
import { distinctSources, QuotedSource } from '../../shared/domain/quoted-source.js';
import { Analyser } from '../../text/tokens/analyser.js';
import { AnswerEvent, Answering, CitedSpan, CompletedAnswer, Question, TokenUsage } from '../domain/completion.js';
import { MAX_HISTORY } from '../domain/conversation.js';
import { StreamChunks } from './stream-chunks.js';
import { textChunks } from '../domain/tagged-text.js';

/** @param offset offset of the answer in the sent text */
function citedSpans(answer: Answer, offset: number): CitedSpan[] {
  const byNumber = new Map(answer.sources.map((source) => [source.n, source]));
  return answer.citations.flatMap(({ start, end, sourceN, quoteStart, quoteEnd }) => {
    const source = byNumber.get(sourceN);
    return source === undefined
      ? []
      : [
          {
            start: start + offset,
            end: end + offset,
            title: source.title,
            url: source.url,
            documentId: source.documentId,
            edition: describeEdition(source.edition),
            quote: { start: quoteStart, end: quoteEnd },
          },
        ];
  });
}

/** Adapter of the pipeline. */
@Injectable()
export class PipelineAnswering extends Answering {
  constructor(
    private readonly answerQuestion: AnswerQuestion,
    private readonly conversations: ReadConversation,
    private readonly continued: FindContinued,
    private readonly analyser: Analyser,
    private readonly clock: Clock,
  ) {
    super();
  }

  complete(question: string, earlier: readonly string[]): string {
    const completed = earlier.reduce<readonly string[]>((all, one) => [...all, completeFollowUp(one, all)], []);
    return completeFollowUp(question, completed);
  }

  /**
   * Sends text while it is written. This protocol cannot revoke sent text: if a draft is invalid (the model stopped, or it failed the fact
   * check), the answer follows after a line that says so.
   */
  async *answer(question: Question, signal: AbortSignal): AsyncGenerator<AnswerEvent, void, undefined> {
    if (!question.streamed) {
      yield { kind: 'done', answer: this.completed(await this.ask(question, signal), question, 0) };
      return;
    }
    const shown = new StreamChunks(detectLanguage(question.text));
    const asked = this.ask(question, signal, shown).finally(() => shown.end());
    // It is awaited below; this avoids an unhandled rejection until then.
    asked.catch(() => undefined);
    for await (const text of shown.pieces()) for (const piece of textChunks(text)) yield { kind: 'text', text: piece };
    yield { kind: 'done', answer: this.completed(await asked, question, shown.answerStart) };
  }

  /** A client that sends its history names no conversation: its turns are joined by their earlier questions. */
  private async conversationOf({
    text,
    owner,
    history,
    conversationId,
    isKept,
  }: Question): Promise<string | undefined> {
    if (conversationId !== undefined || isKept === false) return conversationId;
    return this.continued.find(owner, { message: text, history, isCut: history.length >= MAX_HISTORY });
  }

  private async ask(question: Question, signal: AbortSignal, listener?: AnswerListener): Promise<Answer> {
    const { text: message, owner, filter, topK, depth, history, reviewBelow, isKept } = question;
    const conversationId = await this.conversationOf(question);
    return this.answerQuestion.answerQuestion(
      {
        message,
        conversationId,
        owner,
        filter,
        asOf: undefined,
        topK,
        depth,
        history,
        reviewBelow,
        isKept,
        switches: {},
      },
      signal,
      listener,
    );
  }

  private completed(answer: Answer, question: Question, offset: number): CompletedAnswer {
    const { response, metadata, ...rest } = describeForPrograms(answer, question.text, question.reviewBelow);
    return {
      text: response,
      citations: citedSpans(answer, offset),
      usage: this.usage(answer, question),
      origin: {
        conversationId: answer.conversationId,
        traceId: answer.traceId,
        question: answer.completedQuestion,
        sources: this.sourcesOf(answer),
        isStored: question.isKept !== false && !answer.degraded.includes(STORE_MARK),
      },
      details: {
        ...rest,
        ...(offset === 0 ? {} : { response_start: offset }),
        abstained: metadata.abstained,
        metadata,
      },
    };
  }

  async forget(traceId: string, owner: string): Promise<void> {
    await this.conversations.removeAnswer(traceId, owner);
  }

  private sourcesOf({ sources, grounds = [], nearest = [] }: Answer): QuotedSource[] {
    const unchangedSince = this.clock.now().toISOString();
    return distinctSources([
      ...sources.map(({ documentId, quote }) => ({ documentId, quote })),
      ...grounds.map((documentId) => ({ documentId, unchangedSince })),
      // Their titles are shown: a caller who no longer has access to them cannot read the answer again.
      ...nearest.map(({ documentId }) => ({ documentId, unchangedSince })),
    ]);
  }

  /** Tokens as counted by the model; without a model, index terms of the search. */
  private usage({ llm, response }: Answer, { text }: Question): TokenUsage {
    if (llm.inputTokens + llm.outputTokens > 0) return { prompt: llm.inputTokens, completion: llm.outputTokens };
    return { prompt: this.words(text), completion: this.words(response) };
  }

  private words(text: string): number {
    let count = 0;
    this.analyser.scan(text, () => count++);
    return count;
  }
}
