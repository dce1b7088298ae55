import { IsIn, IsOptional } from 'class-validator';
import type { Language } from '../../text/language.js';

export const LANGUAGES = ['en', 'ko'] as const;

export class ExamplesQueryDto {
  /** Questions in this language come first. @example "ko" */
  @IsOptional()
  @IsIn(LANGUAGES)
  language?: Language = 'en';
}

/** A question whose answer is known to be right. */
export class ExampleDto {
  /** @example "일반휴학은 한 번에 몇 학기까지 신청할 수 있나요?" */
  question!: string;

  /** `en` or `ko`. @example "ko" */
  language!: string;

  /** The document that the answer quotes. @example "haeon/2-1-4@2026" */
  document_id!: string;
}

export class ExamplesDto {
  /** Up to three; empty if no question about the documents is answered well. */
  items!: ExampleDto[];
}
