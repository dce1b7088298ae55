import { Module } from '@nestjs/common';
import { WriteAnswer } from './application/write-answer.js';
import { AnswerWriter } from './domain/answer-writer.js';
import { ExtractiveWriter } from './infrastructure/extractive-writer.js';

/** Answer writers. This version has the extractive one; the environment refuses the others at the start. */
@Module({
  providers: [WriteAnswer, { provide: AnswerWriter, useClass: ExtractiveWriter }],
  exports: [WriteAnswer],
})
export class LlmModule {}
