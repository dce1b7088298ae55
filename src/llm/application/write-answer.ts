import { Injectable } from '@nestjs/common';
import { answerPrompt, isNoAnswer } from '../domain/answer-prompt.js';
import { checkSource, CheckSource, CheckedAnswer, NOTHING_CHECKED } from '../domain/checked-answer.js';
import { extractiveAnswer, sentencesOf } from '../domain/extractive-writer.js';
import { Completion, LanguageModel, LanguageModelError } from '../domain/language-model.js';
import { visibleText } from '../domain/neutral-text.js';
import { advanceReply, finishReply, NO_PROGRESS } from '../domain/reply-progress.js';
import { AnswerFindings, WriteRequest, WrittenAnswer } from '../domain/written-answer.js';

/** Six sentences with their marks, also in Korean, where a syllable may take a token or two. */
const MAX_TOKENS = 900;

/** Characters that come before the reply is looked at again. */
const TRY_EVERY = 16;

/** Takes a piece of the answer that was checked already. */
export type OnText = (text: string) => void;

/** Writes an answer from passages, by the configured model or with the passages' own sentences. */
@Injectable()
export class WriteAnswer {
  constructor(private readonly languageModel: LanguageModel) {}

  get provider(): string {
    return this.languageModel.provider;
  }

  get model(): string {
    return this.languageModel.model;
  }

  /**
   * @param onText is given the answer piece by piece as it grows, each piece checked; together the pieces are the begin of the final
   * text, and all of it when the promise resolves. After an error they are void.
   * @throws LanguageModelError when the model gave no reply; `failure` says why. Over budget is no error: the answer is extractive
   */
  async execute(request: WriteRequest, signal: AbortSignal, onText?: OnText): Promise<WrittenAnswer> {
    if (!this.languageModel.available) return this.extractive(request, [], onText);
    try {
      return await this.byModel(request, signal, onText);
    } catch (error) {
      if (error instanceof LanguageModelError && error.failure === 'cost_guard')
        return this.extractive(request, ['cost_guard'], onText);
      throw error;
    }
  }

  healthy(): Promise<boolean> {
    return this.languageModel.healthy();
  }

  private async byModel(request: WriteRequest, signal: AbortSignal, onText?: OnText): Promise<WrittenAnswer> {
    const prompt = answerPrompt(request);
    const source = checkSource(request.passages, prompt.system);
    let progress = NO_PROGRESS;
    let [reply, shown] = ['', ''];
    const show = (text: string) => {
      if (text.length > shown.length) onText?.(text.slice(shown.length));
      shown = text;
    };
    let tried = 0;
    const onToken = (token: string) => {
      reply += token;
      // Each try reads all that is open: not at every letter of a reply without end.
      if (reply.length < tried + TRY_EVERY) return;
      tried = reply.length;
      progress = advanceReply(progress, reply, source);
      show(progress.answer.text);
    };
    const asked = { ...prompt, maxTokens: MAX_TOKENS };
    const completion = await this.languageModel.complete(asked, signal, onText === undefined ? undefined : onToken);
    const written = this.checked(request, completion, source);
    show(written.text);
    return written;
  }

  private checked(request: WriteRequest, { text, usage, isWhole }: Completion, source: CheckSource): WrittenAnswer {
    if (isNoAnswer(visibleText(text))) {
      const findings = findingsOf(NOTHING_CHECKED, source);
      return { text: '', citations: [], usage, degraded: [], abstained: true, findings };
    }
    const answer = finishReply(NO_PROGRESS, text, source, isWhole);
    if (answer === undefined) return { ...extractiveAnswer(request), usage, degraded: ['llm_uncited'] };
    const findings = findingsOf(answer, source);
    return { text: answer.text, citations: answer.citations, usage, degraded: [], abstained: false, findings };
  }

  private extractive(request: WriteRequest, degraded: readonly string[], onText?: OnText): WrittenAnswer {
    const written = { ...extractiveAnswer(request), degraded };
    if (onText !== undefined) sentencesOf(written.text).forEach(onText);
    return written;
  }
}

function findingsOf(answer: CheckedAnswer, source: CheckSource): AnswerFindings {
  return {
    uncited: answer.uncited,
    droppedCitations: answer.droppedCitations,
    leftOut: answer.leftOut,
    leaks: answer.leaks,
    removedAddresses: answer.removedAddresses,
    instructions: source.passages.flatMap((p, passage) => p.instructions.map((i) => ({ ...i, passage }))),
  };
}
