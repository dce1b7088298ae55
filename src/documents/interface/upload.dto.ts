import { IsDefined, IsIn, IsOptional, IsString, Length, MaxLength, ValidateIf } from 'class-validator';
import { GROUP_LIMITS } from '../../shared/domain/access-groups.js';
import { IsGroupList } from '../../shared/interface/access-groups.validator.js';
import { ON_DUPLICATE, type OnDuplicate } from '../domain/document.js';
import { IsCalendarDay, IsVisibleName } from '../../shared/interface/field.validators.js';
import { IsCategoryPathField } from '../../shared/interface/category-paths.validator.js';

/** Fields in addition to the file. */
export class UploadFieldsDto {
  @IsDefined({ message: 'must be a JSON array of 1..5 labels, for example ["AI", "ML"]' })
  @IsCategoryPathField()
  canonical_path!: string[];

  @IsOptional()
  @IsString({ message: 'must be a string' })
  @Length(1, 500, { message: 'must have 1..500 characters' })
  @IsVisibleName()
  title?: string;

  @IsOptional()
  @IsString({ message: 'must be a string' })
  @Length(1, 200, { message: 'must have 1..200 characters' })
  @IsVisibleName()
  document_id?: string;

  @IsOptional()
  @IsGroupList(GROUP_LIMITS.perDocument)
  groups?: string[];

  @IsOptional()
  @IsIn(ON_DUPLICATE, { message: 'must be keep, skip or replace' })
  on_duplicate?: OnDuplicate = 'keep';

  /** Id of the document whose next edition the file is; an empty field is none. */
  @ValidateIf((_, value: unknown) => value !== undefined && value !== '')
  @IsString({ message: 'must be a string' })
  @Length(1, 200, { message: 'must have 1..200 characters' })
  edition_of?: string;

  @IsOptional()
  @IsString({ message: 'must be a string' })
  @MaxLength(100, { message: 'must have at most 100 characters' })
  version?: string;

  @IsOptional()
  @IsCalendarDay()
  effective_from?: string;
}
