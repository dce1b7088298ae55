import { Injectable } from '@nestjs/common';
import { sentenceSpans } from '../../shared/domain/sentences.js';
import { AnswerWriter, WriteRequest, WrittenAnswer } from '../domain/answer-writer.js';
import { assemble, mergeQuotes, selectSentences, withContext } from '../domain/extractive-answer.js';

/** Answers with the documents' own sentences: no key, no download, nothing invented. */
@Injectable()
export class ExtractiveWriter extends AnswerWriter {
  readonly provider = 'extractive';
  readonly model = 'extractive-v1';

  write(request: WriteRequest): Promise<WrittenAnswer> {
    const quotes = selectSentences(request).flatMap((quotable) => {
      const passage = request.passages[quotable.passage];
      return passage === undefined ? [] : [withContext(quotable, passage, sentenceSpans(passage.text))];
    });
    const answer = assemble(mergeQuotes(quotes), request.passages);
    const usage = { provider: this.provider, model: this.model, inputTokens: 0, outputTokens: 0, costUsd: 0 };
    return Promise.resolve({ ...answer, usage, degraded: [], abstained: false });
  }

  healthy(): Promise<boolean> {
    return Promise.resolve(true);
  }
}
