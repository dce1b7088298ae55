import { Injectable } from '@nestjs/common';
import { answerPrompt, fittingPassages } from '../domain/answer-prompt.js';
import { checkSource, CheckSource, CheckedAnswer, NOTHING_CHECKED } from '../domain/checked-answer.js';
import { extractiveAnswer, sentencesOf } from '../domain/extractive-writer.js';
import { Completion, LanguageModel, LanguageModelError } from '../domain/language-model.js';
import { ReadReply } from '../domain/model-reply/reply-reader.js';
import { visibleText } from '../domain/neutral-text.js';
import { declinesToAnswer, isNoAnswer } from '../domain/no-answer.js';
import { AnswerFindings, WriteRequest, WrittenAnswer } from '../domain/written-answer.js';
import { DraftedAnswer, OnText } from './drafted-answer.js';

/** Six sentences with their marks, also in Korean, where a syllable may take one or two tokens. */
const MAX_TOKENS = 900;

/** Writes an answer from passages, with the configured model or with the passages' own sentences. */
@Injectable()
export class WriteAnswer {
  /** The model reasons before its answer, and its replies start inside the reasoning. Once this is seen, no more reasoning is sent. */
  private beginsInside = false;

  constructor(private readonly languageModel: LanguageModel) {}

  get provider(): string {
    return this.languageModel.provider;
  }

  get model(): string {
    return this.languageModel.model;
  }

  /**
   * @param onText receives the answer in checked chunks. Together the chunks are a prefix of the final text, and all of it when the promise
   * resolves. They are void after an error, and if the final text does not start with them: then they were reasoning
   * @param onBegun is called at the first token, of the reasoning or of the answer: from then on the model's own limits apply
   * @throws LanguageModelError if the model gives no reply; `failure` has the cause. Over budget does not throw: the answer is extractive
   */
  async write(
    request: WriteRequest,
    signal: AbortSignal,
    onText?: OnText,
    onBegun?: () => void,
  ): Promise<WrittenAnswer> {
    if (!this.languageModel.available || isLookUp(request)) return this.extractive(request, [], onText);
    try {
      return await this.byModel(request, signal, onText, onBegun);
    } catch (error) {
      if (error instanceof LanguageModelError && error.failure === 'cost_guard')
        return this.extractive(request, ['cost_guard'], onText);
      throw error;
    }
  }

  healthy(): Promise<boolean> {
    return this.languageModel.healthy();
  }

  private async byModel(
    request: WriteRequest,
    signal: AbortSignal,
    onText?: OnText,
    onBegun?: () => void,
  ): Promise<WrittenAnswer> {
    const read = { ...request, passages: fittingPassages(request.passages) };
    const prompt = answerPrompt(read);
    const source = checkSource(read.passages, `${prompt.system}\n${prompt.reminder}`);
    const draft = new DraftedAnswer(source, onText, this.beginsInside);
    let isBegun = false;
    const onToken = (token: string) => {
      if (!isBegun) onBegun?.();
      isBegun = true;
      draft.push(token);
    };
    const asked = { system: prompt.system, user: prompt.user, maxTokens: MAX_TOKENS };
    const completion = await this.languageModel.complete(asked, signal, onText === undefined ? undefined : onToken);
    const reply = draft.end(completion.text);
    this.beginsInside ||= reply.beganInside;
    const written = this.checked(request, { ...completion, reply }, draft, source);
    draft.show(written.text);
    return written;
  }

  private checked(
    request: WriteRequest,
    { reply, usage, isWhole }: Completion & { readonly reply: ReadReply },
    draft: DraftedAnswer,
    source: CheckSource,
  ): WrittenAnswer {
    const text = visibleText(reply.text);
    const abstained = (): WrittenAnswer => {
      const findings = findingsOf(NOTHING_CHECKED, source);
      return { text: '', citations: [], usage, degraded: [], abstained: true, findings };
    };
    if (isNoAnswer(text)) return abstained();
    const answer = draft.check(reply.text, isWhole);
    if (answer === undefined) {
      if (isWhole && declinesToAnswer(text)) return abstained();
      const isCut = reply.isUnfinished || (!isWhole && text.trim() === '');
      return { ...extractiveAnswer(request), usage, degraded: [isCut ? 'llm_unfinished' : 'llm_uncited'] };
    }
    const findings = findingsOf(answer, source);
    return { text: answer.text, citations: answer.citations, usage, degraded: [], abstained: false, findings };
  }

  private extractive(request: WriteRequest, degraded: readonly string[], onText?: OnText): WrittenAnswer {
    const written = { ...extractiveAnswer(request), degraded };
    if (onText !== undefined) sentencesOf(written.text).forEach(onText);
    return written;
  }
}

/** An article requested by its number is quoted verbatim; only an explanation of it needs a model. */
function isLookUp({ candidateSentences, depth }: WriteRequest): boolean {
  return depth === 'answer' && candidateSentences.some((quotable) => quotable.isWhole === true);
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
