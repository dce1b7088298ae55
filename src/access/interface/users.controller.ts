import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Put, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { DEFAULT_PAGE } from '../../shared/domain/page.js';
import { ApiProblems } from '../../shared/interface/api-errors.decorator.js';
import { PageQueryDto } from '../../shared/interface/page-query.dto.js';
import { EditGroupMapping } from '../application/edit-group-mapping.js';
import { ManageUsers } from '../application/manage-users.js';
import type { Caller } from '../domain/caller.js';
import { MappingVersion } from '../domain/group-mapping.js';
import { User } from '../domain/user.js';
import { CurrentCaller, ForWholeService, RequiresScope } from './access.decorators.js';
import {
  ChangeUserDto,
  GroupMappingDto,
  GroupMappingPageDto,
  ListUsersDto,
  ReplaceMappingDto,
  rulesOf,
  UserDto,
  UserPageDto,
} from './users.dto.js';

function userDto(user: User): UserDto {
  return {
    id: user.id,
    name: user.name,
    email: user.email,
    issuer: user.issuer,
    subject: user.subject,
    provider_groups: [...user.providerGroups],
    directory_person: user.directoryName,
    active: user.deactivatedAt === null,
    created_at: user.createdAt,
    confirmed_at: user.confirmedAt,
  };
}

function mappingDto({ version, rules, createdAt, createdBy }: MappingVersion): GroupMappingDto {
  return {
    version,
    rules: rules.map(({ providerGroup, scopes, allowedCategoryPaths, groups }) => ({
      provider_group: providerGroup,
      scopes: [...scopes],
      allowed_category_paths: allowedCategoryPaths?.map((path) => [...path]) ?? null,
      groups: [...groups],
    })),
    created_at: createdAt,
    created_by: createdBy,
  };
}

/** People who sign in, and what their groups at the provider give them. */
@ApiTags('Users')
@Controller()
export class UsersController {
  constructor(
    private readonly users: ManageUsers,
    private readonly mapping: EditGroupMapping,
  ) {}

  /**
   * Lists the people who have signed in. With `text` a page compares a limited number of people: it may have fewer items than `limit`, and
   * none; `next_cursor` is null at the end.
   */
  @Get('users')
  @RequiresScope('admin')
  @ForWholeService()
  @ApiProblems(401, 403, 422, 429)
  async list(@Query() query: ListUsersDto): Promise<UserPageDto> {
    const { text, active, limit = DEFAULT_PAGE, cursor } = query;
    const isActive = active === undefined ? undefined : active === 'true';
    const page = await this.users.list({ text, isActive, limit, cursor });
    return { items: page.items.map(userDto), next_cursor: page.nextCursor };
  }

  /** Ends or restores the access of a person, with all sessions and personal tokens. */
  @Patch('users/:user_id')
  @RequiresScope('admin')
  @ForWholeService()
  @ApiProblems(400, 401, 403, 404, 422, 429)
  async change(@Param('user_id') id: string, @Body() { active }: ChangeUserDto): Promise<UserDto> {
    return userDto(await this.users.setActive(id, active));
  }

  /**
   * Releases an account from the person of the directory (SCIM), whose groups it loses. The person is free for the account that
   * OIDC_LINK_CLAIM names; an account that it names is joined again at its next sign-in.
   */
  @Delete('users/:user_id/directory-person')
  @HttpCode(204)
  @RequiresScope('admin')
  @ForWholeService()
  @ApiProblems(401, 403, 404, 429)
  unlink(@Param('user_id') id: string): Promise<void> {
    return this.users.unlink(id);
  }

  /** Returns what the groups of the provider give, in the newest version. */
  @Get('group-mapping')
  @RequiresScope('admin')
  @ForWholeService()
  @ApiProblems(401, 403, 429)
  async current(): Promise<GroupMappingDto> {
    return mappingDto(await this.mapping.current());
  }

  /**
   * Replaces what the groups of the provider give, from the next request of each person on. Earlier versions stay readable; to return to one,
   * send its rules.
   */
  @Put('group-mapping')
  @RequiresScope('admin')
  @ForWholeService()
  @ApiProblems(400, 401, 403, 409, 413, 415, 422, 429)
  async replace(@CurrentCaller() caller: Caller, @Body() body: ReplaceMappingDto): Promise<GroupMappingDto> {
    return mappingDto(await this.mapping.replace(body.base_version, rulesOf(body.rules), caller.id));
  }

  /** Lists the versions of the mapping, the newest first. */
  @Get('group-mapping/versions')
  @RequiresScope('admin')
  @ForWholeService()
  @ApiProblems(401, 403, 422, 429)
  async versions(@Query() query: PageQueryDto): Promise<GroupMappingPageDto> {
    const page = await this.mapping.list({ limit: query.limit ?? DEFAULT_PAGE, cursor: query.cursor });
    return { items: page.items.map(mappingDto), next_cursor: page.nextCursor };
  }
}
