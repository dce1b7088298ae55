import { headersSchema } from '../../../shared/interface/property-schemas.js';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  IsArray,
  IsBoolean,
  IsIn,
  IsObject,
  IsString,
  IsTimeZone,
  Length,
  MaxLength,
  ValidateIf,
  ValidateNested,
  registerDecorator,
} from 'class-validator';
import { GROUP_LIMITS } from '../../../shared/domain/access-groups.js';
import { groupsSchema, IsGroupList } from '../../../shared/interface/access-groups.validator.js';
import { given, givenNotNull, IsCalendarDay, IsSmallMap } from '../../../shared/interface/field.validators.js';
import { FILE_NAME_DATES, type FileNameDate, REMOVAL_POLICIES, type RemovalPolicy } from '../domain/source.js';
import { LOCATION_DESCRIPTION } from './source-locations.js';
import { IsCategoryPathField } from '../../../shared/interface/category-paths.validator.js';
import { isSourceHeader } from '../domain/source-record.js';

const MAX_HEADERS = 50;

/** A map of header names to texts or secrets by reference. */
export function HasSourceHeaders(): PropertyDecorator {
  return (target, key) => {
    registerDecorator({
      name: 'hasSourceHeaders',
      target: target.constructor,
      propertyName: String(key),
      validator: {
        validate: (value: unknown) =>
          typeof value === 'object' &&
          value !== null &&
          Object.keys(value).length <= MAX_HEADERS &&
          Object.values(value).every(isSourceHeader),
        defaultMessage: () =>
          `must be up to ${MAX_HEADERS} headers, each a text or {"secret": "SOURCE_SECRET_…", "prefix": "…"}`,
      },
    });
  };
}

const MAX_RULES = 100;

/** Files under a pattern belong to this category. */
export class CategoryRuleDto {
  /** Glob pattern. @example "hr/**" */
  @IsString()
  @Length(1, 300)
  match!: string;

  @IsCategoryPathField()
  @ApiProperty({ type: [String], example: ['인사'] })
  path!: string[];
}

/** Files under a pattern may be read by these groups. */
export class GroupRuleDto {
  /** Glob pattern. @example "board/**" */
  @IsString()
  @Length(1, 300)
  match!: string;

  @IsGroupList(GROUP_LIMITS.perDocument)
  @ApiProperty(groupsSchema(GROUP_LIMITS.perDocument, ['board']))
  groups!: string[];
}

/** Files under a pattern are in force on these days. */
export class DateRuleDto {
  /** Glob pattern. @example "2026/**" */
  @IsString()
  @Length(1, 300)
  match!: string;

  /** First day in force. @example "2026-01-01" */
  @ValidateIf(givenNotNull)
  @IsCalendarDay()
  effective_from?: string | null;

  /** Last day in force. @example "2026-12-31" */
  @ValidateIf(givenNotNull)
  @IsCalendarDay()
  effective_to?: string | null;
}

/** When runs start. */
export class SourceScheduleDto {
  /** Five fields, minute first. @example "0 3 * * *" */
  @IsString()
  @Length(1, 100)
  cron!: string;

  /** IANA name; TIME_ZONE by default. @example "Asia/Seoul" */
  @ValidateIf(given)
  @IsTimeZone({ message: 'must be an IANA time zone such as Asia/Seoul' })
  time_zone?: string;
}

/** Where documents come from, and how they are stored. */
export class PutSourceDto {
  /** The ids of its documents begin with it. Unique. @example "handbook" */
  @IsString()
  @MaxLength(200)
  name!: string;

  /** The connector that reads it; the guide of sources lists them. @example "folder" */
  @IsString()
  @MaxLength(50)
  kind!: string;

  @IsObject()
  @IsSmallMap()
  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    description: LOCATION_DESCRIPTION,
    example: { folder: '/srv/documents' },
  })
  location!: Record<string, unknown>;

  /** Headers of its requests. A secret is named by its environment variable, which starts with SOURCE_SECRET_. */
  @ValidateIf(given)
  @IsObject()
  @HasSourceHeaders()
  @ApiPropertyOptional(headersSchema('SOURCE_SECRET_', 'WIKI'))
  headers?: Record<string, unknown>;

  /** Glob patterns of the files that belong to it; an empty list includes all. `*.pdf` matches in every folder. @example ["*.pdf", "rules/**"] */
  @ValidateIf(given)
  @IsArray()
  @ArrayMaxSize(MAX_RULES)
  @IsString({ each: true })
  include?: string[];

  /** Glob patterns of files that do not belong to it. @example ["drafts/**"] */
  @ValidateIf(given)
  @IsArray()
  @ArrayMaxSize(MAX_RULES)
  @IsString({ each: true })
  exclude?: string[];

  /** Category of its documents, unless a rule matches. */
  @IsCategoryPathField()
  @ApiProperty({ type: [String], example: ['Handbook'] })
  category!: string[];

  /** Whether the folders of the source are labels below the category. @example true */
  @ValidateIf(given)
  @IsBoolean()
  folders_as_categories?: boolean = false;

  /** The first rule that matches decides. */
  @ValidateIf(given)
  @IsArray()
  @ArrayMaxSize(MAX_RULES)
  @ValidateNested({ each: true })
  @Type(() => CategoryRuleDto)
  category_rules?: CategoryRuleDto[];

  /** Groups that may read its documents, unless a rule matches; see POST /documents. `access` in a file takes precedence. */
  @ValidateIf(given)
  @IsGroupList(GROUP_LIMITS.perDocument)
  @ApiPropertyOptional(groupsSchema(GROUP_LIMITS.perDocument, []))
  groups?: string[];

  /** The first rule that matches decides. `access` in front matter or a side file takes precedence. */
  @ValidateIf(given)
  @IsArray()
  @ArrayMaxSize(MAX_RULES)
  @ValidateNested({ each: true })
  @Type(() => GroupRuleDto)
  group_rules?: GroupRuleDto[];

  /**
   * What a date in the name of a file is. With `effective_from`, files whose names differ in the date alone are editions: each ends the
   * day before the next.
   */
  @ValidateIf(givenNotNull)
  @IsIn(FILE_NAME_DATES, { message: `must be one of ${FILE_NAME_DATES.join(', ')}, or null` })
  @ApiPropertyOptional({ enum: FILE_NAME_DATES, nullable: true, type: String, example: 'effective_from' })
  file_name_date?: FileNameDate | null;

  /** The first rule that matches decides. Front matter, side files and dates in names take precedence. */
  @ValidateIf(given)
  @IsArray()
  @ArrayMaxSize(MAX_RULES)
  @ValidateNested({ each: true })
  @Type(() => DateRuleDto)
  date_rules?: DateRuleDto[];

  /** What happens to documents whose file is gone: `keep` ends their force the day before. */
  @ValidateIf(given)
  @IsIn(REMOVAL_POLICIES, { message: `must be one of ${REMOVAL_POLICIES.join(', ')}` })
  @ApiPropertyOptional({ enum: REMOVAL_POLICIES, default: 'delete' })
  removed?: RemovalPolicy = 'delete';

  /** Null: runs are only started by hand. */
  @ValidateIf(givenNotNull)
  @IsObject()
  @ValidateNested()
  @Type(() => SourceScheduleDto)
  @ApiPropertyOptional({ type: () => SourceScheduleDto, nullable: true })
  schedule?: SourceScheduleDto | null;

  /** Whether a change in the folder starts a run. */
  @ValidateIf(given)
  @IsBoolean()
  watch?: boolean = false;

  /** Stops the current run and starts no other. Its results stay; the next run continues. */
  @ValidateIf(given)
  @IsBoolean()
  paused?: boolean = false;
}

/** A source. */
export class DocumentSourceDto extends PutSourceDto {
  /** @example "source_6f1c2a" */
  source_id!: string;

  /** `file`: defined in `sources.json`, and can only be changed there. */
  @ApiProperty({ enum: ['api', 'file'], example: 'api' })
  origin!: string;

  /** The key whose rights its runs have. @example "key_8c1d" */
  owner!: string;
}

export class DocumentSourcePageDto {
  items!: DocumentSourceDto[];
  /** Send it as cursor for the next page; null on the last. @example null */
  next_cursor!: string | null;
}
