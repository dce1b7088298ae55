import { ApiProperty } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsIn,
  IsInt,
  IsObject,
  IsString,
  Length,
  Max,
  Min,
  ValidateIf,
  ValidateNested,
} from 'class-validator';
import { IsVisibleName, given } from '../../shared/interface/field.validators.js';

const MAX_GROUPS = 2_000;
const MAX_WORDS = 50;
const MAX_VERSION = 2_147_483_647;
const WORD = { each: true };

/** Words that mean the same in the documents. */
export class SynonymGroupDto {
  /** Language of the words. @example "ko" */
  @IsIn(['ko', 'en'], { message: 'must be ko or en' })
  @ApiProperty({ enum: ['ko', 'en'], example: 'ko' })
  lang!: 'ko' | 'en';

  /** 2..50 words or phrases of up to 60 characters; a word is in one group only. @example ["기숙사", "생활관"] */
  @IsArray()
  @ArrayMinSize(2)
  @ArrayMaxSize(MAX_WORDS)
  @IsString(WORD)
  @Length(1, 60, WORD)
  words!: string[];
}

/** Names of the same thing in both languages. */
export class TranslationDto {
  /** 1..50 Korean words or phrases. @example ["휴학"] */
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(MAX_WORDS)
  @IsString(WORD)
  @Length(1, 60, WORD)
  ko!: string[];

  /** 1..50 English words or phrases. @example ["leave of absence"] */
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(MAX_WORDS)
  @IsString(WORD)
  @Length(1, 60, WORD)
  en!: string[];
}

/** All synonyms, in place of those in service. */
export class ReplaceSynonymsDto {
  /** The version that the synonyms were made from: if another one is in service by now, the answer is 409. @example 1 */
  @IsInt()
  @Min(1)
  @Max(MAX_VERSION)
  base_version!: number;

  /** Up to 2,000 groups. */
  @IsArray()
  @ArrayMaxSize(MAX_GROUPS)
  @IsObject({ each: true, message: 'each group must be an object' })
  @ValidateNested({ each: true })
  @Type(() => SynonymGroupDto)
  groups!: SynonymGroupDto[];

  /** Up to 2,000 translations. */
  @IsArray()
  @ArrayMaxSize(MAX_GROUPS)
  @IsObject({ each: true, message: 'each translation must be an object' })
  @ValidateNested({ each: true })
  @Type(() => TranslationDto)
  translations!: TranslationDto[];

  /** Reason for the change, for the list of versions. @example "the new name of the dormitory" */
  @ValidateIf(given)
  @IsString()
  @Length(1, 200)
  @IsVisibleName()
  note?: string;
}

/** A return to an earlier version. */
export class RestoreConfigurationDto {
  /** The version in service, as it was read: another one by now is 409. @example 1 */
  @IsInt()
  @Min(1)
  @Max(MAX_VERSION)
  base_version!: number;
}

/** A file of the configuration's folders. */
export class ConfigurationFileDto {
  /** @example "synonyms.json" */
  name!: string;
  /** `own`: in DATA_DIR/config, which comes first; `program`: comes with the program. @example "program" */
  @ApiProperty({ enum: ['own', 'program'], example: 'program' })
  folder!: string;
}

/** A version of the configuration. */
export class ConfigurationVersionDto {
  /** From 1. @example 1 */
  version!: number;
  /** Short hash of the content. @example "3f1c9b52ab07" */
  hash!: string;
  /** Reason for the version. @example "the files of data/config" */
  note!: string;
  /** @example "2026-11-21T09:00:00.000Z" */
  created_at!: string;
  /** Id of the key or the person who changed it; null for edited files, improvements, and versions of earlier releases. @example "admin" */
  created_by!: string | null;
  /** Whether it is in service. @example true */
  active!: boolean;
}

/** A version with the name of its author. */
export class ListedConfigurationVersionDto extends ConfigurationVersionDto {
  /** Name of the key or the person; null without one. @example null */
  created_by_name!: string | null;
}

export class ConfigurationVersionPageDto {
  items!: ListedConfigurationVersionDto[];
  /** @example null */
  next_cursor!: string | null;
}

/** The configuration in service. */
export class ConfigurationDto extends ConfigurationVersionDto {
  groups!: SynonymGroupDto[];
  translations!: TranslationDto[];
  /** Content of intents.json in service. */
  @ApiProperty({ type: 'object', additionalProperties: true })
  intents!: object;
  /** Content of pipeline.json in service. */
  @ApiProperty({ type: 'object', additionalProperties: true })
  pipeline!: object;
  /** Files of data/config and DATA_DIR/config. */
  files!: ConfigurationFileDto[];
  /** Why edited files are not used; null if they are. @example null */
  problem!: string | null;
}

/** A difference of two versions. */
export class ConfigurationChangeDto {
  /** JSON Pointer of what differs, or of the list that has a value more or less. @example "/synonyms/groups" */
  pointer!: string;
  /** Absent if it had no value. */
  @ApiProperty({ required: false, example: null, nullable: true })
  before?: unknown;
  /** Absent if it has no value. */
  @ApiProperty({ required: false, example: { lang: 'ko', words: ['기숙사', '생활관'] }, nullable: true })
  after?: unknown;
}

/** A version with what it changed. */
export class ComparedConfigurationDto extends ConfigurationVersionDto {
  /** Differences to the version before it, up to 500; null for the first version. */
  @ApiProperty({ type: () => [ConfigurationChangeDto], nullable: true })
  changes!: ConfigurationChangeDto[] | null;
  /** Number of all differences. @example 1 */
  change_count!: number;
}
