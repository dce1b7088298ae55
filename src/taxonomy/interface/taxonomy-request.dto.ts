import { ApiProperty } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  IsArray,
  IsIn,
  IsInt,
  IsObject,
  IsOptional,
  IsString,
  Length,
  Max,
  Min,
  ValidateIf,
  ValidateNested,
} from 'class-validator';
import { MAX_LABEL_LENGTH, MAX_LEVELS } from '../../shared/domain/category-path.js';
import { MAX_OPERATIONS, OPERATION_KINDS, OperationKind } from '../domain/taxonomy-version.js';
import { IsPlainSemVer } from '../../shared/interface/field.validators.js';
import { IsCategoryPathField } from '../../shared/interface/category-paths.validator.js';

/** Type for the API document; the validator checks it and gives reasons. */
const PATH_LIMITS = {
  type: 'array',
  items: { type: 'string', minLength: 1, maxLength: MAX_LABEL_LENGTH },
  minItems: 1,
  maxItems: MAX_LEVELS,
} as const;

/** One change of the category tree. */
export class CategoryOperationDto {
  /**
   * `add` creates an empty category; `rename` changes the last label of `path`; `move` puts a category elsewhere; `merge` puts its documents
   * and subcategories under `to`, which must exist; `remove` deletes a category that holds no document at or below it, and is refused (422)
   * otherwise: move or merge the documents first.
   * @example "rename"
   */
  @IsIn(OPERATION_KINDS, { message: `must be one of ${OPERATION_KINDS.join(', ')}` })
  op!: OperationKind;

  /** The category, 1..5 labels from the top down. @example ["Database", "SQL"] */
  @IsCategoryPathField()
  @ApiProperty(PATH_LIMITS)
  path!: string[];

  /** The full new path, for rename, move and merge only. @example ["Database", "Relational"] */
  @ValidateIf((operation: CategoryOperationDto) => operation.to !== undefined)
  @IsCategoryPathField()
  @ApiProperty({ ...PATH_LIMITS, required: false })
  to?: string[];
}

/** A new version of the taxonomy. */
export class CreateTaxonomyVersionDto {
  /** SemVer 2.0.0 without build metadata; must be new. @example "2.0.0" */
  @IsPlainSemVer()
  version!: string;

  /** The base version; the active one by default. @example "1.0.0" */
  @ValidateIf((body: CreateTaxonomyVersionDto) => body.base_version !== undefined)
  @IsPlainSemVer()
  base_version?: string;

  /** Applied in order, each to the result of the ones before; at most 1,000. A version has at most 100,000 categories of its own. */
  @IsArray()
  @ArrayMaxSize(MAX_OPERATIONS)
  // A list in place of an operation would be accepted as a nested list of operations.
  @IsObject({ each: true, message: 'each value must be an operation, for example {"op": "add", "path": ["AI"]}' })
  @ValidateNested({ each: true })
  @Type(() => CategoryOperationDto)
  @ApiProperty({ type: () => [CategoryOperationDto], maxItems: MAX_OPERATIONS })
  operations!: CategoryOperationDto[];
}

/** Options of the creation of a version. */
export class CreateTaxonomyVersionQueryDto {
  /** `true` returns 200 with the changes of the version, and stores nothing. @example "true" */
  @IsOptional()
  @IsIn(['true', 'false'], { message: 'must be true or false' })
  @ApiProperty({ enum: ['true', 'false'], default: 'false', required: false })
  dry_run?: 'true' | 'false' = 'false';
}

/** Which categories to find. */
export class CategoriesQueryDto {
  /** A label, or several from the top down; partial or misspelt names are accepted. @example "도서간" */
  @IsString({ message: 'must be given' })
  @Length(1, 100, { message: 'must have 1..100 characters' })
  name!: string;

  /** Maximum number of categories, 1..100. @example 10 */
  @IsOptional()
  @Type(() => Number)
  @IsInt({ message: 'must be a whole number from 1 to 100' })
  @Min(1, { message: 'must be at least 1' })
  @Max(100, { message: 'must be at most 100' })
  limit?: number = 10;
}
