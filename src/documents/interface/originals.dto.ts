import { ApiProperty } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { IsInt, IsOptional, IsString, Max, Min } from 'class-validator';

export class ReprocessQueryDto {
  /** Category: a JSON array, or labels joined by a slash. @example "[\"학사\",\"학적\"]" */
  @IsOptional()
  @IsString()
  path?: string;

  /** Documents per request, 1..100. @example 20 */
  @IsOptional()
  @Type(() => Number)
  @IsInt({ message: 'must be a whole number from 1 to 100' })
  @Min(1, { message: 'must be at least 1' })
  @Max(100, { message: 'must be at most 100' })
  limit?: number = 20;

  /** next_cursor of the previous answer. */
  @IsOptional()
  @IsString()
  cursor?: string;
}

export class ReprocessOutcomeDto {
  /** @example "library/opening-hours" */
  document_id!: string;
  /** `skipped`: the file of the document was not kept, so it cannot be read again. */
  @ApiProperty({ enum: ['changed', 'unchanged', 'skipped', 'failed'], example: 'changed' })
  status!: string;
  /** Whether the stored text changed. @example true */
  text_changed!: boolean;
  /** Number of passages before. @example 7 */
  chunks_before!: number;
  /** Number of passages now. @example 14 */
  chunks_after!: number;
  /** Why it was skipped or failed. @example null */
  detail!: string | null;
}

export class ReprocessPageDto {
  items!: ReprocessOutcomeDto[];
  /** Send it as cursor for the next documents; null when all are done. @example null */
  next_cursor!: string | null;
}
