import { Type } from 'class-transformer';
import { IsInt, IsOptional, IsString, Length, Max, Min } from 'class-validator';

export class ListDocumentsDto {
  /** Category: a JSON array, or labels joined by a slash. @example "[\"학사\",\"학적\"]" */
  @IsOptional()
  @IsString()
  path?: string;

  /** Only documents whose title resembles this, nearest first; partial and misspelt titles are accepted. Not together with cursor. @example "도서관 이용 안네" */
  @IsOptional()
  @IsString()
  @Length(1, 100, { message: 'must have 1..100 characters' })
  title?: string;

  /** Documents per page, 1..500. @example 50 */
  @IsOptional()
  @Type(() => Number)
  @IsInt({ message: 'must be a whole number from 1 to 500' })
  @Min(1, { message: 'must be at least 1' })
  @Max(500, { message: 'must be at most 500' })
  limit?: number = 50;

  /** next_cursor of the previous page. */
  @IsOptional()
  @IsString()
  cursor?: string;
}
