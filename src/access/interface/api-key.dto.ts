import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { ArrayMaxSize, ArrayNotEmpty, IsArray, IsIn, IsString, Length, ValidateIf } from 'class-validator';
import { GROUP_LIMITS } from '../../shared/domain/access-groups.js';
import { groupsSchema, IsGroupList } from '../../shared/interface/access-groups.validator.js';
import { CATEGORY_PATHS_SCHEMA } from '../../shared/interface/property-schemas.js';
import { IsCategoryPathList } from '../../shared/interface/category-paths.validator.js';
import { given, IsVisibleName, IsZonedTime } from '../../shared/interface/field.validators.js';
import { Scope, SCOPES } from '../domain/caller.js';

const MAX_KEY_PATHS = 1000;

/** A key to create. */
export class CreateApiKeyDto {
  /** Purpose of the key. @example "library desk" */
  @IsString()
  @Length(1, 200)
  @IsVisibleName()
  name!: string;

  /** Scopes of the key. */
  @IsArray()
  @ArrayNotEmpty()
  @ArrayMaxSize(SCOPES.length)
  @IsIn(SCOPES, { each: true, message: `each value must be one of ${SCOPES.join(', ')}` })
  @ApiProperty({ enum: SCOPES, isArray: true, minItems: 1, example: ['query'] })
  scopes!: Scope[];

  /** Visible categories. Without the field the key sees everything, with [] nothing. */
  @ValidateIf(given)
  @IsCategoryPathList(0, MAX_KEY_PATHS)
  @ApiPropertyOptional({ ...CATEGORY_PATHS_SCHEMA, maxItems: MAX_KEY_PATHS })
  allowed_category_paths?: string[][];

  /**
   * Groups of the key. It sees documents without groups, and those that have one of these. Without the field it has none. A key with the
   * scope admin sees the documents of all groups. A name has 1 to 100 characters of any script; upper and lower case differ.
   */
  @ValidateIf(given)
  @IsGroupList(GROUP_LIMITS.perKey)
  @ApiPropertyOptional(groupsSchema(GROUP_LIMITS.perKey, ['staff']))
  groups?: string[];

  /** Expiry as ISO 8601 with its zone, in the future. @example "2099-02-28T15:00:00.000Z" */
  @ValidateIf(given)
  @IsZonedTime()
  expires_at?: string;
}

/** A key without its secret. */
export class ApiKeyDto {
  /** @example "key_8c1d" */
  id!: string;
  /** The first characters of the secret, which identify the key. @example "ts_8c1d0f93ab62" */
  prefix!: string;
  /** @example "library desk" */
  name!: string;
  @ApiProperty({ enum: SCOPES, isArray: true, example: ['query'] })
  scopes!: string[];
  /** Null sees everything. */
  @ApiProperty({ ...CATEGORY_PATHS_SCHEMA, nullable: true })
  allowed_category_paths!: string[][] | null;
  /** Empty: the key sees only documents without groups, unless its scope is admin. */
  @ApiProperty(groupsSchema(GROUP_LIMITS.perKey, ['staff']))
  groups!: string[];
  /** @example "2026-11-21T09:00:00.000Z" */
  created_at!: string;
  /** @example "2099-02-28T15:00:00.000Z" */
  expires_at!: string | null;
  /** To the minute; null before the first use. @example "2026-11-21T09:30:00.000Z" */
  last_used_at!: string | null;
  /** Id of the user whom a personal token belongs to; null for a key of a service. @example null */
  owner!: string | null;
  /**
   * Id of the user who made the key, also by another key, or who rotated it last; null for a key that ADMIN_API_KEY made, or an earlier
   * release. @example null
   */
  created_by!: string | null;
  /** Whether the access of that user was ended: the key is refused until it is restored, or until an administrator rotates the key. @example false */
  ended!: boolean;
}

/** A key with its secret, which is shown once and stored as a hash. */
export class CreatedApiKeyDto extends ApiKeyDto {
  /** @example "ts_8c1d0f93ab62_shown-only-once" */
  key!: string;
}

/** A page of keys. */
export class ApiKeyPageDto {
  items!: ApiKeyDto[];
  /** Send it as cursor for the next page; null on the last. @example null */
  next_cursor!: string | null;
}

/** The key of a request. */
export class CurrentKeyDto {
  /** What it may do; the scope `admin` includes all others. */
  @ApiProperty({ enum: SCOPES, isArray: true, example: ['query', 'ingest'] })
  scopes!: Scope[];
  /** Whether it sees only some categories; then it may not use what concerns the whole service. @example false */
  is_limited!: boolean;
  /** The categories that it sees and stores documents under, with those below them, as they were written; null for all. */
  @ApiProperty({ ...CATEGORY_PATHS_SCHEMA, nullable: true })
  allowed_category_paths!: string[][] | null;
}
