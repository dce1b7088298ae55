import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsObject, IsString, Length, MaxLength, ValidateIf } from 'class-validator';
import { GROUP_LIMITS } from '../../shared/domain/access-groups.js';
import { groupsSchema, IsGroupList } from '../../shared/interface/access-groups.validator.js';
import {
  IsCalendarDay,
  IsSmallMap,
  IsVisibleName,
  given,
  givenNotNull,
} from '../../shared/interface/field.validators.js';
import { IsCategoryPathField } from '../../shared/interface/category-paths.validator.js';

/** Fields of a document to change. Fields that are not sent stay; null removes a date. */
export class ChangeDocumentDto {
  /** @example "도서관 이용 안내" */
  @ValidateIf(given)
  @IsString({ message: 'must be a string' })
  @Length(1, 500, { message: 'must have 1..500 characters' })
  @IsVisibleName()
  title?: string;

  /** Category of the document, 1 to 5 labels. @example ["도서관", "이용"] */
  @ValidateIf(given)
  @IsCategoryPathField()
  @ApiPropertyOptional({ type: [String], minItems: 1, maxItems: 5, example: ['도서관', '이용'] })
  canonical_path?: string[];

  /** Date of the document. @example "2026-02-10" */
  @ValidateIf(givenNotNull)
  @IsString({ message: 'must be a string' })
  @MaxLength(40, { message: 'must have at most 40 characters' })
  date?: string | null;

  /** First day in force. @example "2026-03-01" */
  @ValidateIf(givenNotNull)
  @IsCalendarDay()
  effective_from?: string | null;

  /** Last day in force. @example "2027-02-28" */
  @ValidateIf(givenNotNull)
  @IsCalendarDay()
  effective_to?: string | null;

  /** Free map, up to 16 KB as JSON; it replaces the former one. */
  @ValidateIf(given)
  @IsObject({ message: 'must be an object' })
  @IsSmallMap()
  @ApiPropertyOptional({ type: 'object', additionalProperties: true, example: { owner: '도서관' } })
  metadata?: Record<string, unknown>;

  /** Groups that may see the document: a key needs one of them. With [] its category decides alone. See POST /documents. */
  @ValidateIf(given)
  @IsGroupList(GROUP_LIMITS.perDocument)
  @ApiPropertyOptional(groupsSchema(GROUP_LIMITS.perDocument, []))
  groups?: string[];
}
