import { Injectable } from '@nestjs/common';
import { readRubric, rubricPrompt } from '../domain/model-judge/rubric-prompt.js';
import { Rubric, RubricReading } from '../../domain/test-result.js';
import { TextModel, TextModelError } from '../../domain/text-model.js';

/** Verdicts of the readings, and their cost. */
export interface RubricReadings {
  readonly readings: readonly RubricReading[];
  /** US dollars; null if unknown. */
  readonly costUsd: number | null;
}

/** Asks a language model whether an answer meets the criteria of a session, one call for each criterion. */
@Injectable()
export class ReadRubrics {
  constructor(private readonly model: TextModel) {}

  async read(
    rubrics: readonly Rubric[],
    asked: { readonly question: string; readonly answer: string },
    signal: AbortSignal,
  ): Promise<RubricReadings> {
    const readings: RubricReading[] = [];
    let costUsd: number | null = null;
    for (const rubric of rubrics) {
      try {
        const reply = await this.model.complete(rubricPrompt(rubric, asked.question, asked.answer), signal);
        readings.push(readRubric(rubric, reply.text));
        if (reply.costUsd !== null) costUsd = (costUsd ?? 0) + reply.costUsd;
      } catch (error) {
        if (!(error instanceof TextModelError)) throw error;
        readings.push({ name: rubric.name, met: null, reason: error.message });
      }
    }
    return { readings, costUsd };
  }
}
