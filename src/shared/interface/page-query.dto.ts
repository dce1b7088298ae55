import { Type } from 'class-transformer';
import { IsInt, IsOptional, IsString, Max, Min } from 'class-validator';
import { DEFAULT_PAGE, MAX_PAGE } from '../domain/page.js';

/** Page of a list. */
export class PageQueryDto {
  /** Items a page, 1..500. @example 50 */
  @IsOptional()
  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(MAX_PAGE)
  limit?: number = DEFAULT_PAGE;

  /** next_cursor of the page before. */
  @IsOptional()
  @IsString()
  cursor?: string;
}
