import { ApiProperty } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  IsArray,
  IsBoolean,
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
import { GROUP_LIMITS } from '../../shared/domain/access-groups.js';
import { groupsSchema, IsGroupList } from '../../shared/interface/access-groups.validator.js';
import { CATEGORY_PATHS_SCHEMA } from '../../shared/interface/property-schemas.js';
import { IsCategoryPathList } from '../../shared/interface/category-paths.validator.js';
import { PageQueryDto } from '../../shared/interface/page-query.dto.js';
import { IsVisibleName } from '../../shared/interface/field.validators.js';
import { Scope, SCOPES } from '../domain/caller.js';
import { MappingRule } from '../domain/group-mapping.js';

export const MAX_RULES = 500;
const MAX_RULE_PATHS = 200;

/** What the members of one group of the provider get. */
export class MappingRuleDto {
  /** Name of the group in the claim OIDC_GROUPS_CLAIM, compared exactly. @example "hr-team" */
  @IsString()
  @Length(1, GROUP_LIMITS.nameLength)
  @IsVisibleName()
  provider_group!: string;

  /** Scopes that the group adds. */
  @IsArray()
  @ArrayMaxSize(SCOPES.length)
  @IsIn(SCOPES, { each: true, message: `each value must be one of ${SCOPES.join(', ')}` })
  @ApiProperty({ enum: SCOPES, isArray: true, example: ['query'] })
  scopes!: Scope[];

  /** Categories that the group adds; null adds all, [] none. */
  @ValidateIf((_, value: unknown) => value !== null)
  @IsCategoryPathList(0, MAX_RULE_PATHS)
  @ApiProperty({ ...CATEGORY_PATHS_SCHEMA, maxItems: MAX_RULE_PATHS, nullable: true })
  allowed_category_paths!: string[][] | null;

  /** Groups of documents that the group adds. */
  @IsGroupList(GROUP_LIMITS.perKey)
  @ApiProperty(groupsSchema(GROUP_LIMITS.perKey, ['staff']))
  groups!: string[];
}

export const rulesOf = (rules: readonly MappingRuleDto[]): MappingRule[] =>
  rules.map((rule) => ({
    providerGroup: rule.provider_group,
    scopes: rule.scopes,
    allowedCategoryPaths: rule.allowed_category_paths,
    groups: rule.groups,
  }));

/** New rules for the groups of the provider. */
export class ReplaceMappingDto {
  /** The version that the rules were made from: another change in between is a 409. 0 before the first. @example 0 */
  @IsInt()
  @Min(0)
  @Max(1_000_000_000)
  base_version!: number;

  /** One rule a group. A group without a rule gives nothing; a person has what the rules of all own groups give together. */
  @IsArray()
  @ArrayMaxSize(MAX_RULES)
  @IsObject({ each: true, message: 'each rule must be an object' })
  @ValidateNested({ each: true })
  @Type(() => MappingRuleDto)
  rules!: MappingRuleDto[];
}

/** A version of the mapping. */
export class GroupMappingDto {
  /** 0 before the first change. @example 1 */
  version!: number;
  rules!: MappingRuleDto[];
  /** @example "2026-11-21T09:00:00.000Z" */
  created_at!: string | null;
  /** Id of the key or the user. @example "admin" */
  created_by!: string | null;
}

export class GroupMappingPageDto {
  items!: GroupMappingDto[];
  /** @example null */
  next_cursor!: string | null;
}

/** Which people to list. */
export class ListUsersDto extends PageQueryDto {
  /** Only people whose name, address or group has this part, in any case. @example "kim" */
  @IsOptional()
  @IsString()
  @Length(1, 200)
  text?: string;

  /** Only people who may sign in (true), or who were deactivated (false). @example "true" */
  @IsOptional()
  @IsIn(['true', 'false'], { message: 'must be true or false' })
  active?: 'true' | 'false';
}

/** A person who has signed in. */
export class UserDto {
  /** @example "user_8c1d0f93ab628c1d0f93ab62" */
  id!: string;
  /** @example "Kim Minji" */
  name!: string;
  /** @example "minji@example.org" */
  email!: string | null;
  /** @example "https://login.example.org" */
  issuer!: string;
  /** The provider's own id of the person. @example "f3b1" */
  subject!: string;
  /** Groups at the provider, as it last confirmed them. @example ["hr-team"] */
  provider_groups!: string[];
  /** User name of the person of the directory (SCIM) that the account belongs to. @example "minji@example.org" */
  directory_person!: string | null;
  /** @example true */
  active!: boolean;
  /** @example "2026-11-21T09:00:00.000Z" */
  created_at!: string;
  /** Time of the last sign-in, or of the last reading of the groups. @example "2026-11-21T09:00:00.000Z" */
  confirmed_at!: string;
}

export class UserPageDto {
  items!: UserDto[];
  /** @example null */
  next_cursor!: string | null;
}

export class ChangeUserDto {
  /** False ends the sessions and personal tokens of the person; true permits a new sign-in. @example false */
  @IsBoolean()
  active!: boolean;
}
