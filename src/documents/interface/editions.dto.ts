import { ApiProperty } from '@nestjs/swagger';
import { IsOptional, IsString, Length } from 'class-validator';
import { QUOTING_KINDS } from '../../shared/domain/quoting-items.js';
import { DocumentOutcomeDto } from './document.dto.js';

export class EditionOutcomeDto extends DocumentOutcomeDto {
  /** The previous edition. @example "library/opening-hours" */
  previous_id!: string;
  /** Last day on which the previous edition is in force. @example "2026-02-28" */
  previous_effective_to!: string;
}

export class EditionDto {
  /** @example "library/opening-hours@2026" */
  document_id!: string;
  /** @example "도서관 이용 안내" */
  title!: string;
  /** @example "2026" */
  version!: string | null;
  /** @example "2026-03-01" */
  effective_from!: string | null;
  /** @example null */
  effective_to!: string | null;
}

export class EditionsDto {
  /** Oldest first. */
  items!: EditionDto[];
}

export class ChangesQueryDto {
  /** The earlier edition; the previous one by default. @example "library/opening-hours" */
  @IsOptional()
  @IsString()
  @Length(1, 200, { message: 'must have 1..200 characters' })
  from?: string;
}

export class EditionPartDto {
  /** Article or section; null in a text without structure. @example "제1조(이용 시간)" */
  label!: string | null;
  /** @example "제1조(이용 시간) 도서관은 평일 09:00부터 22:00까지 연다." */
  text!: string;
  /** Offset in the stored text. @example 0 */
  start!: number;
}

export class EditionChangeDto {
  @ApiProperty({ enum: ['added', 'changed', 'removed'], example: 'changed' })
  kind!: string;
  /** Null for an added part. */
  @ApiProperty({ type: EditionPartDto, nullable: true })
  before!: EditionPartDto | null;
  /** Null for a removed part. */
  @ApiProperty({ type: EditionPartDto, nullable: true })
  after!: EditionPartDto | null;
}

export class EditionChangesDto {
  /** The earlier edition. @example "library/opening-hours" */
  from!: string;
  /** The later edition. @example "library/opening-hours@2026" */
  to!: string;
  /** In the order of the later edition; removed parts are at the end. */
  changes!: EditionChangeDto[];
}

export class OutdatedQuoteDto {
  /** The edition that is quoted. @example "library/opening-hours" */
  document_id!: string;
  /** @example "도서관은 평일 09:00부터 22:00까지 연다." */
  quote!: string;
  /** The first later edition that changes what is quoted. @example "library/opening-hours@2026" */
  changed_by!: string;
  /** First day of that edition. @example "2026-03-01" */
  effective_from!: string | null;
  /** The difference of the two editions that contains the quote. */
  change!: EditionChangeDto;
}

export class OutdatedItemDto {
  @ApiProperty({ enum: QUOTING_KINDS, example: 'case' })
  kind!: string;
  /** Id of the case, the review or the question; of an answer its trace_id. @example "case_5f0c" */
  id!: string;
  /** Id of the conversation, test session or dataset that it is in; null for cases and reviews. @example null */
  container_id!: string | null;
  /** Path of the item, or of what it is in, below the address of this server. @example "/cbr/cases/case_5f0c" */
  url!: string;
  /** Its question. @example "도서관은 몇 시까지 여나요?" */
  title!: string;
  /** Quotations that are outdated; up to 20. */
  quotes!: OutdatedQuoteDto[];
}

export class OutdatedPageDto {
  items!: OutdatedItemDto[];
  /** Send it as cursor for the next page; null on the last. @example null */
  next_cursor!: string | null;
}
