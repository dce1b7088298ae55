import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsBoolean,
  IsIn,
  IsObject,
  IsString,
  Length,
  Matches,
  MaxLength,
  ValidateIf,
  ValidateNested,
  registerDecorator,
} from 'class-validator';
import { given } from '../../../shared/interface/field.validators.js';
import { FAILURE_TYPES, VERDICTS } from '../../domain/test-result.js';
import { ScoreDimensionsDto } from './judge-scorecard.dto.js';

const MOST_GROUPS = 50;
const MOST_WORDINGS = 20;
const LONGEST_WORDING = 1_000;

const isWording = (value: unknown): boolean =>
  typeof value === 'string' && /\S/u.test(value) && value.length <= LONGEST_WORDING;

const isGroup = (value: unknown): boolean =>
  Array.isArray(value) && value.length > 0 && value.length <= MOST_WORDINGS && value.every(isWording);

/** A list of facts, each a list of its wordings. */
export function IsFactGroups(): PropertyDecorator {
  return (target, propertyName) => {
    if (typeof propertyName === 'symbol') return;
    registerDecorator({
      name: 'isFactGroups',
      target: target.constructor,
      propertyName,
      options: {
        message: `must be up to ${MOST_GROUPS} facts, each a list of 1 to ${MOST_WORDINGS} wordings of up to ${LONGEST_WORDING} characters, for example [["14일", "2주"]]`,
      },
      validator: {
        validate: (value: unknown) => Array.isArray(value) && value.length <= MOST_GROUPS && value.every(isGroup),
      },
    });
  };
}

const MAX_ANSWER_LENGTH = 50_000;
const MOST_EVIDENCE = 1_000;
const MOST_GOLD = 50;
const MOST_CITATIONS = 100;
const LONGEST_QUESTION = 4_000;
const LONGEST_QUOTE = 10_000;
const VISIBLE = { message: 'must hold visible text' };

/** A passage that supports the right answer. */
export class GoldPassageDto {
  /** Its document, which is read if you may see it. @example "rules/leave" */
  @IsString()
  @Length(1, 200)
  document_id!: string;

  /** Verbatim. @example "휴학은 개강 전날까지 신청하여야 한다." */
  @IsString()
  @MaxLength(LONGEST_QUOTE)
  @Matches(/\S/, VISIBLE)
  quote!: string;
}

/** The known facts about the right answer; all fields are optional. */
export class ExpectedAnswerDto {
  /** False: the documents do not answer, and an answer has to say so. @example true */
  @ValidateIf(given)
  @IsBoolean()
  answerable?: boolean;

  /** Facts that an answer has to state, each in one or more wordings; paraphrases and the other language count as well. */
  @ValidateIf(given)
  @IsFactGroups()
  @ApiProperty({
    type: 'array',
    items: { type: 'array', items: { type: 'string', maxLength: 1_000 }, minItems: 1, maxItems: 20 },
    maxItems: 50,
    example: [['개강 전날', '개강 하루 전']],
  })
  facts?: string[][];

  /** Up to 50 passages. */
  @ValidateIf(given)
  @IsArray()
  @ArrayMaxSize(MOST_GOLD)
  @IsObject({
    each: true,
    message: 'each value must be a passage, for example {"document_id": "rules/leave", "quote": "…"}',
  })
  @ValidateNested({ each: true })
  @Type(() => GoldPassageDto)
  gold?: GoldPassageDto[];

  /** A right answer, if there are no facts. @example "개강 전날까지 신청하면 됩니다." */
  @ValidateIf(given)
  @IsString()
  @MaxLength(LONGEST_QUOTE)
  reference?: string;
}

/** Many systems send null for unknown values. */
const named = (_: unknown, value: unknown): boolean => value !== undefined && value !== null;

/** A source that the answer cites. */
export class GivenCitationDto {
  /** May be null. */
  @ValidateIf(named)
  @IsString()
  @MaxLength(1_000)
  @ApiPropertyOptional({ type: String, nullable: true, example: '휴학 규정' })
  title?: string | null;

  /** May be null. */
  @ValidateIf(named)
  @IsString()
  @MaxLength(500)
  @ApiPropertyOptional({ type: String, nullable: true, example: 'rules/leave' })
  document_id?: string | null;

  /** May be null. */
  @ValidateIf(named)
  @IsString()
  @MaxLength(LONGEST_QUOTE)
  @ApiPropertyOptional({ type: String, nullable: true, example: '휴학은 개강 전날까지 신청하여야 한다.' })
  quote?: string | null;

  /** It is not fetched. */
  @ValidateIf(named)
  @IsString()
  @MaxLength(2_000)
  @ApiPropertyOptional({ type: String, nullable: true, example: 'https://example.org/rules/leave' })
  url?: string | null;
}

/** A text that the answer is compared with. */
export class JudgeEvidenceDto {
  /** Your id; claims refer to it. @example "e1" */
  @IsString()
  @Length(1, 200)
  id!: string;

  /** @example "휴학은 개강 전날까지 신청하여야 한다." */
  @IsString()
  @Matches(/\S/, VISIBLE)
  text!: string;
}

/** An answer of any system to be judged. */
export class JudgeRequestDto {
  /** @example "휴학은 언제까지 신청하나요?" */
  @IsString()
  @MaxLength(LONGEST_QUESTION)
  @Matches(/\S/, VISIBLE)
  question!: string;

  /** Up to 50,000 characters; the first 200 claims are judged. May be empty: an empty answer is a failure. @example "개강 하루 전까지 내시면 됩니다." */
  @IsString()
  @MaxLength(MAX_ANSWER_LENGTH, { message: `must have at most ${MAX_ANSWER_LENGTH} characters` })
  answer!: string;

  /** Without it the answer is compared with the evidence, or with the documents that you may see. */
  @ValidateIf(given)
  @IsObject()
  @ValidateNested()
  @Type(() => ExpectedAnswerDto)
  expected?: ExpectedAnswerDto;

  /** Citations of the answer, up to 100. */
  @ValidateIf(given)
  @IsArray()
  @ArrayMaxSize(MOST_CITATIONS)
  @IsObject({ each: true, message: 'each value must be a citation, for example {"title": "…", "quote": "…"}' })
  @ValidateNested({ each: true })
  @Type(() => GivenCitationDto)
  citations?: GivenCitationDto[];

  /** Up to 1,000 texts to compare the answer with; nothing is searched then. */
  @ValidateIf(given)
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(MOST_EVIDENCE)
  @IsObject({ each: true, message: 'each value must be a text with its id, for example {"id": "e1", "text": "…"}' })
  @ValidateNested({ each: true })
  @Type(() => JudgeEvidenceDto)
  evidence?: JudgeEvidenceDto[];

  /** Language of the answer; left out: detected from its letters. @example "ko" */
  @ValidateIf(given)
  @IsIn(['ko', 'en'])
  language?: 'ko' | 'en';
}

/** Where a required fact is stated. */
export class FactPlaceDto {
  /** UTF-16 offset in the answer. @example 0 */
  start!: number;
  /** @example 8 */
  end!: number;
  /** @example "개강 하루 전" */
  text!: string;
}

/** A required fact with its state in the answer. */
export class JudgedFactDto {
  /** @example ["개강 전날", "개강 하루 전"] */
  alternatives!: string[];
  /** @example true */
  stated!: boolean;
  /** Where it is stated, or what contradicts it; left out if neither applies. */
  where?: FactPlaceDto;
}

/** A claim of the answer with the clause that it was compared with. */
export class JudgedClaimDto {
  /** @example "개강 하루 전까지 내시면 됩니다." */
  text!: string;
  /** UTF-16 offset in the answer. @example 0 */
  start!: number;
  /** @example 18 */
  end!: number;
  @ApiProperty({ enum: ['supported', 'contradicted', 'unverified'], example: 'supported' })
  verdict!: string;
  /** The compared clause, or the nearest one for an unsupported claim; null without one. */
  @ApiProperty({ type: String, nullable: true, example: '휴학은 개강 전날까지 신청하여야 한다.' })
  quote!: string | null;
  /** Id of the document, or of the evidence. @example "rules/leave" */
  document_id?: string;
  /** @example ["the clause says it"] */
  reasons!: string[];
}

/** Whether the answer cites its source, and whether that is right. */
export class JudgedCitationDto {
  /** @example false */
  given!: boolean;
  /** Null if no location is cited, or the right one is unknown. */
  @ApiProperty({ type: Boolean, nullable: true, example: null })
  right!: boolean | null;
}

/** The verdict, in the form of a session's row. */
export class JudgeAnswerDto {
  @ApiProperty({ enum: VERDICTS, example: 'success' })
  verdict!: string;
  /** 0..5; null exactly if the verdict is `not_evaluated`. */
  @ApiProperty({ type: Number, nullable: true, example: 4.5 })
  score!: number | null;
  @ApiProperty({ type: () => ScoreDimensionsDto, nullable: true })
  dimensions!: ScoreDimensionsDto | null;
  @ApiProperty({ type: String, enum: FAILURE_TYPES, nullable: true, example: null })
  failure_type!: string | null;
  /** The answer says that it has no answer. @example false */
  abstained!: boolean;
  @ApiProperty({
    enum: ['answer', 'abstention', 'refusal', 'clarifying', 'evasion', 'empty'],
    example: 'answer',
  })
  reply!: string;
  facts!: JudgedFactDto[];
  claims!: JudgedClaimDto[];
  citation!: JudgedCitationDto;
  @ApiProperty({ enum: ['ko', 'en'], example: 'ko' })
  language!: string;
  /** Why, in English sentences. @example ["It answers, and nothing contradicts it."] */
  reasons!: string[];
}
