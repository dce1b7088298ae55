import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsOptional, IsString, Length } from 'class-validator';
import { DATASET_FORMATS } from '../domain/dataset.js';
import { IsVisibleName } from '../../../shared/interface/field.validators.js';

/** Format of an uploaded dataset, and its name in the store. */
export class DatasetUploadQueryDto {
  /** Left out: detected from the content. */
  @IsOptional()
  @IsIn(DATASET_FORMATS, { message: `must be one of ${DATASET_FORMATS.join(', ')}` })
  @ApiPropertyOptional({ enum: DATASET_FORMATS })
  format?: (typeof DATASET_FORMATS)[number];

  /** Left out: the name in the body, or `dataset`. */
  @IsOptional()
  @IsString()
  @Length(1, 200)
  @IsVisibleName()
  name?: string;
}

/** Requested format of a dataset. */
export class DatasetExportQueryDto {
  /** Left out: JSON with this server's own fields. */
  @IsOptional()
  @IsIn(DATASET_FORMATS, { message: `must be one of ${DATASET_FORMATS.join(', ')}` })
  @ApiPropertyOptional({ enum: DATASET_FORMATS })
  format?: (typeof DATASET_FORMATS)[number];
}

/** A source that a right answer cites. */
export class ExpectedCitationDto {
  /** @example "rules/leave" */
  document_id?: string;
  /** @example "휴학 규정" */
  title?: string;
  /** Verbatim. @example "휴학은 개강 전날까지 신청하여야 한다." */
  quote?: string;
  /** @example "https://example.org/rules/leave" */
  url?: string;
}

/** A question with the known facts about the right answer; fields without a value are left out. */
export class DatasetItemDto {
  /** @example "leave-1" */
  id!: string;
  /** @example "휴학은 언제까지 신청하나요?" */
  question!: string;
  /** A right answer. @example "개강 전날까지 신청하면 됩니다." */
  reference?: string;
  /** Facts that an answer has to state: a text, or a list of wordings of which one is enough. */
  @ApiPropertyOptional({
    type: 'array',
    items: { oneOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }] },
    example: [['개강 전날', '개강 하루 전']],
  })
  facts?: (string | readonly string[])[];
  /** Texts that support the right answer; with them nothing is searched. */
  @ApiPropertyOptional({ type: [String], example: ['휴학은 개강 전날까지 신청하여야 한다.'] })
  contexts?: readonly string[];
  /** Expected sources; an answer with citations has to cite one of them. */
  citations?: ExpectedCitationDto[];
  /** False: nothing answers it, and an answer has to say so. @example true */
  answerable?: boolean;
  @ApiPropertyOptional({ type: [String], example: ['leave'] })
  tags?: readonly string[];
}

/** A dataset without its questions. */
export class DatasetSummaryDto {
  /** @example "ds_6b1f0c9a2e4d7783" */
  dataset_id!: string;
  /** @example "leave" */
  name!: string;
  /** @example "2026-03-01T09:00:00.000Z" */
  created_at!: string;
  /** @example 24 */
  questions!: number;
}

export class DatasetPageDto {
  items!: DatasetSummaryDto[];
  @ApiProperty({ type: String, nullable: true, example: null })
  next_cursor!: string | null;
}

/** A dataset with its questions. */
export class DatasetDto extends DatasetSummaryDto {
  items!: DatasetItemDto[];
}

/** A part of the file that is not used. */
export class DatasetNoteDto {
  /** @example "line 1" */
  place!: string;
  /** @example "'memo' is not a known field; it is not used" */
  detail!: string;
}

/** A stored dataset, and the unused parts of the file. */
export class StoredDatasetDto extends DatasetSummaryDto {
  /** The first 100. */
  notes!: DatasetNoteDto[];
  /** The number of unused parts. @example 1 */
  notes_total!: number;
}
