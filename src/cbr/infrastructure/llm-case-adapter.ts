import { Injectable } from '@nestjs/common';
import { CompleteText } from '../../llm/application/complete-text.js';
import { WriteAnswer } from '../../llm/application/write-answer.js';
import { LanguageModelError } from '../../llm/domain/language-model.js';
import { detectLanguage } from '../../text/language.js';
import { sentenceSpans } from '../../text/sentences/sentences.js';
import { Case } from '../domain/case.js';
import { AdaptedAnswer, CaseAdapter } from '../domain/case-answers.js';

/** Adapts by the answer writer, with the case as its only passage: the output is checked against the case's text. */
@Injectable()
export class LlmCaseAdapter extends CaseAdapter {
  constructor(
    private readonly writer: WriteAnswer,
    private readonly model: CompleteText,
  ) {
    super();
  }

  async adapt(question: string, one: Case, signal: AbortSignal): Promise<AdaptedAnswer> {
    const { provider, model } = this.writer;
    const own = (reason: string): AdaptedAnswer => ({ text: one.content, adapted: false, reason, provider, model });
    if (!this.model.available)
      return own('no language model is configured: this is the answer of the case, word for word');
    try {
      const written = await this.writer.write(
        {
          question,
          language: detectLanguage(question),
          depth: 'explanation',
          passages: [{ title: one.query, section: undefined, text: one.content }],
          candidateSentences: sentenceSpans(one.content).map(({ start, end }) => ({
            passage: 0,
            start,
            end,
            support: 1,
            shares: [],
          })),
        },
        signal,
      );
      if (written.abstained) return own('the language model found no answer to this question in the case');
      if (written.degraded.length > 0) return own('the output of the language model is not supported by the case');
      return { text: written.text, adapted: true, reason: null, provider, model };
    } catch (error) {
      if (!(error instanceof LanguageModelError) || signal.aborted) throw error;
      return own('the language model is unavailable: this is the answer of the case, word for word');
    }
  }
}
