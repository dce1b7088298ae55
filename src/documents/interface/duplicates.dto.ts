import { Type } from 'class-transformer';
import { IsInt, IsOptional, IsString, Max, Min } from 'class-validator';
import { NearDuplicateDto } from './document.dto.js';

/** Maximum number of documents that a page checks. */
const MAX_PAGE = 200;

export class ListDuplicatesDto {
  /** Category: a JSON array, or labels joined by a slash. @example "[\"학사\",\"학적\"]" */
  @IsOptional()
  @IsString()
  path?: string;

  /** Number of documents that the page checks, 1..200; those without duplicates are left out. @example 100 */
  @IsOptional()
  @Type(() => Number)
  @IsInt({ message: 'must be a whole number from 1 to 200' })
  @Min(1, { message: 'must be at least 1' })
  @Max(MAX_PAGE, { message: 'must be at most 200' })
  limit?: number = 100;

  /** next_cursor of the previous page. */
  @IsOptional()
  @IsString()
  cursor?: string;
}

export class CopyDto {
  /** @example "library/hours" */
  document_id!: string;
  /** @example "도서관 이용 안내 (1)" */
  title!: string;
  /** @example ["도서관", "이용"] */
  canonical_path!: string[];
}

export class DuplicatesDto {
  /** @example "library/opening-hours" */
  document_id!: string;
  /** @example "도서관 이용 안내" */
  title!: string;
  /** @example ["도서관", "이용"] */
  canonical_path!: string[];
  /** Other documents with the same text, oldest first; up to 200. */
  copies!: CopyDto[];
  /** Other documents with nearly the same text, most similar first; up to 20. */
  near!: NearDuplicateDto[];
}

export class DuplicatesPageDto {
  items!: DuplicatesDto[];
  /** Send it as cursor for the next page; null on the last. @example null */
  next_cursor!: string | null;
}
