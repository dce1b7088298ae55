import { Injectable } from '@nestjs/common';
import { AnswerWriter, WriteRequest, WrittenAnswer } from '../domain/answer-writer.js';

/** Writes an answer with the configured writer. */
@Injectable()
export class WriteAnswer {
  constructor(private readonly writer: AnswerWriter) {}

  get provider(): string {
    return this.writer.provider;
  }

  get model(): string {
    return this.writer.model;
  }

  execute(request: WriteRequest, signal: AbortSignal): Promise<WrittenAnswer> {
    return this.writer.write(request, signal);
  }

  healthy(): Promise<boolean> {
    return this.writer.healthy();
  }
}
