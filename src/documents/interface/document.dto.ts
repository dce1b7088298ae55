import {
  IsBoolean,
  IsDefined,
  IsIn,
  IsObject,
  IsOptional,
  IsString,
  Length,
  MaxLength,
  ValidateIf,
  Matches,
  IsInt,
  Max,
  Min,
} from 'class-validator';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { GROUP_LIMITS } from '../../shared/domain/access-groups.js';
import { groupsSchema, IsGroupList } from '../../shared/interface/access-groups.validator.js';
import { ON_DUPLICATE, type OnDuplicate } from '../domain/document.js';
import {
  DOCUMENT_SORTS,
  type DocumentOrder,
  type DocumentSort,
  FORCE_STATES,
  type ForceState,
  SORT_DIRECTIONS,
} from '../domain/document-table.js';
import { IsVisibleText, IsWebUrl } from './document.validators.js';
import {
  IsCalendarDay,
  IsSmallMap,
  IsVisibleName,
  given,
  givenNotNull,
} from '../../shared/interface/field.validators.js';
import { IsCategoryPathField } from '../../shared/interface/category-paths.validator.js';
import { Transform, Type } from 'class-transformer';

export class PutDocumentDto {
  /** Your id, any script. If it is missing, one is generated. @example "library/opening-hours" */
  @ValidateIf(given)
  @IsString({ message: 'must be a string' })
  @Length(1, 200, { message: 'must have 1..200 characters' })
  @IsVisibleName()
  @Matches(/^(?!\s*\.{1,2}\s*$)/u, { message: 'must not be "." or "..", which a path does not hold' })
  document_id?: string;

  /** @example "도서관 이용 안내" */
  @IsString({ message: 'must be a string' })
  @Length(1, 500, { message: 'must have 1..500 characters' })
  @IsVisibleName()
  title!: string;

  /** Up to 10 million characters. @example "제1조(이용 시간) 도서관은 평일 09:00부터 22:00까지 연다. 다만, 시험 기간에는 24:00까지 연다." */
  @IsVisibleText()
  text!: string;

  /** How to split the text into passages. */
  @ValidateIf(givenNotNull)
  @IsIn(['text/plain', 'text/markdown', 'text/html'], { message: 'must be text/plain, text/markdown or text/html' })
  content_type?: 'text/plain' | 'text/markdown' | 'text/html' = 'text/plain';

  /** Category of the document, 1 to 5 labels. @example ["도서관", "이용"] */
  @IsDefined({ message: 'must be a list of 1..5 labels, for example ["AI", "ML"]' })
  @IsCategoryPathField()
  @ApiProperty({ type: [String], minItems: 1, maxItems: 5, example: ['도서관', '이용'] })
  canonical_path!: string[];

  /** URL of the original. @example "https://example.org/library" */
  @ValidateIf(givenNotNull)
  @IsString({ message: 'must be a string' })
  @MaxLength(2000, { message: 'must have at most 2000 characters' })
  @IsWebUrl()
  source_url?: string | null;

  /** Date of the document. @example "2026-02-10" */
  @ValidateIf(givenNotNull)
  @IsString({ message: 'must be a string' })
  @MaxLength(40, { message: 'must have at most 40 characters' })
  date?: string | null;

  /** @example "2026" */
  @ValidateIf(givenNotNull)
  @IsString({ message: 'must be a string' })
  @MaxLength(100, { message: 'must have at most 100 characters' })
  version?: string | null;

  /** First day in force. @example "2026-03-01" */
  @ValidateIf(givenNotNull)
  @IsCalendarDay()
  effective_from?: string | null;

  /** Last day in force, not before `effective_from`. @example "2027-02-28" */
  @ValidateIf(givenNotNull)
  @IsCalendarDay()
  effective_to?: string | null;

  /** Free map, up to 16 KB as JSON. */
  @IsOptional()
  @IsObject({ message: 'must be an object' })
  @IsSmallMap()
  @ApiPropertyOptional({ type: 'object', additionalProperties: true, example: { owner: '도서관' } })
  metadata?: Record<string, unknown>;

  /**
   * Groups that may see the document, in addition to its category: a key needs one of them. Without the field a new document has none and a
   * known one keeps its own; with [] its category decides alone. A name has 1 to 100 characters of any script; upper and lower case differ.
   * A key that has none of them must not name them (403).
   */
  @ValidateIf(givenNotNull)
  @IsGroupList(GROUP_LIMITS.perDocument)
  @ApiPropertyOptional(groupsSchema(GROUP_LIMITS.perDocument, []))
  groups?: string[];

  /**
   * What to do if another document that you may see has the same text. `keep` stores another copy. `skip` stores nothing and returns the
   * existing document. `replace` stores this one instead of its copies; without a document_id it takes over the id of the oldest one.
   */
  @ValidateIf(givenNotNull)
  @IsIn(ON_DUPLICATE, { message: 'must be keep, skip or replace' })
  @ApiPropertyOptional({ enum: ON_DUPLICATE, default: 'keep', example: 'keep' })
  on_duplicate?: OnDuplicate = 'keep';
}

export class DocumentOutcomeDto {
  /** @example "library/opening-hours" */
  document_id!: string;
  /** Passages. @example 1 */
  chunks!: number;
  /** @example ["도서관", "이용"] */
  canonical_path!: string[];
  /** @example "b5bb9d8014a0f9b1d61e21e796d78dccdf1352f23cd32812f4850b878ae4944c" */
  content_hash!: string;
  /** `unchanged`: nothing was stored, since the same document exists, or since its text exists and on_duplicate is skip. */
  @ApiProperty({ enum: ['indexed', 'unchanged'], example: 'indexed' })
  status!: string;
  /** Other documents with the same text, oldest first. Absent if there are none. @example ["library/hours"] */
  duplicate_of?: string[];
  /** Those of them that this document replaced. Absent if there are none. @example ["library/hours"] */
  replaced?: string[];
  /** @example "1.0.0" */
  taxonomy_version!: string;
}

export class NearDuplicateDto {
  /** @example "library/opening-hours-2025" */
  document_id!: string;
  /** @example "도서관 이용 안내" */
  title!: string;
  /** @example ["도서관", "이용"] */
  canonical_path!: string[];
  /** Estimated share of common word sequences, 0.7 to 1. @example 0.91 */
  similarity!: number;
}

/** The outcome of a file inside another file. */
export class UploadPartDto {
  /** Path of the file: `/` between folders, `!` between a file and a file inside it. @example "offers/2026.xlsx" */
  name!: string;
  /** @example "indexed" */
  status!: 'indexed' | 'unchanged' | 'failed';
  /** Absent if it failed. @example "mail-17/offers/2026.xlsx" */
  document_id?: string;
  /** Absent if it failed. @example 4 */
  chunks?: number;
  /** Why it failed. @example "The file cannot be read: it is password-protected; save it without a password." */
  detail?: string;
}

export class UploadOutcomeDto extends DocumentOutcomeDto {
  /** Documents with nearly the same text, most similar first. Absent if there are none. */
  near_duplicates?: NearDuplicateDto[];
  /** Encoding of a text, Markdown or HTML file, under its name on the web. Absent for other files. @example "euc-kr" */
  encoding?: string;
  /**
   * Of a file that contains others (ZIP, mailbox, mail with attachments): each of these, stored as a separate document. The fields above
   * are then those of the mail, or of the first document of an archive or mailbox.
   */
  parts?: UploadPartDto[];
  /** The previous edition, if the file is the next one. @example "library/opening-hours" */
  previous_id?: string;
  /** Last day on which the previous edition is in force. @example "2026-02-28" */
  previous_effective_to?: string;
}

export class DocumentSummaryDto {
  /** @example "library/opening-hours" */
  document_id!: string;
  /** @example "도서관 이용 안내" */
  title!: string;
  /** @example "text/plain" */
  content_type!: string;
  /** @example ["도서관", "이용"] */
  canonical_path!: string[];
  /** @example null */
  source_url!: string | null;
  /** @example "2026-02-10" */
  date!: string | null;
  /** @example "2026" */
  version!: string | null;
  /** @example "2026-03-01" */
  effective_from!: string | null;
  /** @example null */
  effective_to!: string | null;
  @ApiProperty({ type: 'object', additionalProperties: true, example: { owner: '도서관' } })
  metadata!: Record<string, unknown>;
  /** Groups that may see the document; empty if its category decides alone. */
  @ApiProperty(groupsSchema(GROUP_LIMITS.perDocument, []))
  groups!: string[];
  /** Path of the uploaded file, below the address of this server; null if none is stored. @example "/documents/handbook%2Fleave.pdf/original" */
  original_url!: string | null;
  /** Name of the uploaded file; null if none is stored. @example "leave.pdf" */
  original_name!: string | null;
  /** SHA-256 of the normalized text alone: two documents with the same hash are copies. @example "b5bb9d8014a0f9b1d61e21e796d78dccdf1352f23cd32812f4850b878ae4944c" */
  content_hash!: string;
  /** @example 1 */
  chunks!: number;
  /** @example "2026-11-21T09:00:00.000Z" */
  created_at!: string;
  /** @example "2026-11-21T09:00:00.000Z" */
  updated_at!: string;
}

export class DocumentDto extends DocumentSummaryDto {
  /** The stored text; all offsets refer to it. @example "제1조(이용 시간) 도서관은 …" */
  text!: string;
}

export class DocumentPageDto {
  items!: DocumentSummaryDto[];
  /** Send it as cursor for the next page; null on the last. @example null */
  next_cursor!: string | null;
}

export class BulkErrorDto {
  /** From 1, blank lines counted. @example 3 */
  line!: number;
  /** @example "library/opening-hours" */
  document_id?: string;
  /** @example "/canonical_path: must have at least one label" */
  detail!: string;
}

export class BulkOutcomeDto {
  /** @example 2000 */
  indexed!: number;
  /** @example 0 */
  unchanged!: number;
  /** @example 1 */
  failed!: number;
  /** How many of the indexed or unchanged documents have the text of another document. @example 0 */
  duplicates!: number;
  /** The first 100. */
  errors!: BulkErrorDto[];
  /** @example 512 */
  took_ms!: number;
}

export class ListDocumentsDto {
  /** Category: a JSON array, or labels joined by a slash. @example "[\"학사\",\"학적\"]" */
  @IsOptional()
  @IsString()
  path?: string;

  /**
   * Only documents whose title resembles this, nearest first; partial and misspelt titles are accepted. Not together with cursor, unless the
   * list is sorted: then it has the 500 nearest. @example "도서관 이용 안네"
   */
  @IsOptional()
  @IsString()
  @Length(1, 100, { message: 'must have 1..100 characters' })
  title?: string;

  /**
   * Sorts the list, equal documents by their ids. `edition`: by date, otherwise by version; `source`: by the name of the synchronized source,
   * otherwise the host of source_url. Without it, but with one of the filters below, by title.
   */
  @IsOptional()
  @IsIn(DOCUMENT_SORTS)
  @ApiPropertyOptional({ enum: DOCUMENT_SORTS, example: 'updated' })
  sort?: DocumentSort;

  /** Of `sort`. @example "descending" */
  @IsOptional()
  @IsIn(SORT_DIRECTIONS)
  direction?: DocumentOrder['direction'];

  /** Only documents that are in force on the day of as_of, will be later, were earlier, or have no dates (`always`). @example "always" */
  @IsOptional()
  @IsIn(FORCE_STATES)
  in_force?: ForceState;

  /** Day of in_force; today by default. @example "2026-11-21" */
  @IsOptional()
  @IsCalendarDay()
  as_of?: string;

  /** Only documents whose source, see `sort`, contains this, whatever its case. @example "" */
  @IsOptional()
  @IsString()
  @MaxLength(100, { message: 'must have at most 100 characters' })
  source?: string;

  /** Only documents whose version and date, joined by ` · `, contain this, whatever its case. @example "2026" */
  @IsOptional()
  @IsString()
  @MaxLength(100, { message: 'must have at most 100 characters' })
  edition?: string;

  /** Only documents from this day on: their date, otherwise their first day in force, otherwise the day of their last change. @example "2020-01-01" */
  @IsOptional()
  @IsCalendarDay()
  from?: string;

  /** Only documents up to this day, as `from`. @example "2027-12-31" */
  @IsOptional()
  @IsCalendarDay()
  to?: string;

  /** Only documents whose text another document that you may see has, too. @example false */
  @IsOptional()
  @Transform(({ value }: { value: unknown }) => (value === 'true' ? true : value === 'false' ? false : value))
  @IsBoolean({ message: 'must be true or false' })
  copies?: boolean;

  /** Documents per page, 1..500. @example 50 */
  @IsOptional()
  @Type(() => Number)
  @IsInt({ message: 'must be a whole number from 1 to 500' })
  @Min(1, { message: 'must be at least 1' })
  @Max(500, { message: 'must be at most 500' })
  limit?: number = 50;

  /** next_cursor of the previous page of the same list. */
  @IsOptional()
  @IsString()
  cursor?: string;
}
