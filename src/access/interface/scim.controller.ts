import { Body, Controller, Delete, Get, Header, HttpCode, Param, Patch, Post, Put, Query, Req } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiParam, ApiProduces, ApiQuery, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { PublicAddress } from '../../shared/interface/public-address.js';
import { SCIM_TYPE } from '../../shared/interface/scim-error.js';
import { ProvisionPeople, ScimQuery } from '../application/provision-people.js';
import { ForDirectory } from './access.decorators.js';
import { GROUP_SCHEMA, groupResource, listOf, USER_SCHEMA, userResource } from './scim-mapping.js';
import {
  PatchScimDto,
  ScimGroupDto,
  ScimGroupListDto,
  ScimUserDto,
  ScimUserListDto,
  SendScimGroupDto,
  SendScimUserDto,
} from './scim.dto.js';

const DEFAULT_COUNT = 100;
const MOST_COUNT = 500;
const MOST_INDEX = 1_000_000_000;

type Sent = Readonly<Record<string, unknown>>;

const BODY_TYPES = ['application/json', 'application/scim+json'];
const PATCH = ['urn:ietf:params:scim:api:messages:2.0:PatchOp'];
const USER_EXAMPLE = {
  schemas: [USER_SCHEMA],
  userName: 'minji@example.org',
  externalId: '8f14e45f',
  displayName: '김민지',
  name: { givenName: '민지', familyName: '김' },
  emails: [{ value: 'minji@example.org', type: 'work', primary: true }],
  active: true,
};
const GROUP_EXAMPLE = { schemas: [GROUP_SCHEMA], displayName: 'staff', externalId: 'c4ca4238', members: [] };
const USER_BODY = { type: SendScimUserDto, examples: { user: { value: USER_EXAMPLE } } };
const GROUP_BODY = { type: SendScimGroupDto, examples: { group: { value: GROUP_EXAMPLE } } };
const USER_PATCH = {
  type: PatchScimDto,
  examples: {
    deactivate: { value: { schemas: PATCH, Operations: [{ op: 'replace', path: 'active', value: false }] } },
  },
};
const GROUP_PATCH = {
  type: PatchScimDto,
  examples: {
    id: { value: { schemas: PATCH, Operations: [{ op: 'replace', path: 'externalId', value: 'eccbc87e' }] } },
    empty: { value: { schemas: PATCH, Operations: [{ op: 'remove', path: 'members' }] } },
  },
};
const ID = { name: 'id', description: 'Id that this server gave.', example: 'person_8c1d' };
const START = { name: 'startIndex', required: false, description: 'From 1.', schema: { type: 'integer', example: 1 } };
const COUNT = {
  name: 'count',
  required: false,
  description: 'Up to 500.',
  schema: { type: 'integer', default: DEFAULT_COUNT },
};
const WITHOUT = {
  name: 'excludedAttributes',
  required: false,
  description: '`members` leaves the members out.',
  schema: { type: 'string', example: 'members' },
};
const filterOf = (example: string) => ({
  name: 'filter',
  required: false,
  description: 'Conditions with `eq`, joined by `and` (RFC 7644, 3.4.2.2).',
  schema: { type: 'string', example },
});

/** A whole number of the query, within limits; anything else is the default, as RFC 7644 asks for values that are out of range. */
function numberIn(query: Sent, name: string, fallback: number, most: number): number {
  const value = query[name];
  const number = typeof value === 'string' && /^-?\d{1,10}$/u.test(value) ? Number(value) : fallback;
  return Math.min(Math.max(number, 0), most);
}

function queryOf(query: Sent): ScimQuery & { readonly startIndex: number } {
  const startIndex = Math.max(1, numberIn(query, 'startIndex', 1, MOST_INDEX));
  const filter = typeof query['filter'] === 'string' && query['filter'] !== '' ? query['filter'] : undefined;
  return { filter, startIndex, skip: startIndex - 1, limit: numberIn(query, 'count', DEFAULT_COUNT, MOST_COUNT) };
}

/** Whether `excludedAttributes` leaves the members out, which may be many. */
const withMembers = (query: Sent): boolean =>
  ![query['excludedAttributes']].flat().some((value) => typeof value === 'string' && /\bmembers\b/u.test(value));

/** People and groups by SCIM 2.0, for a directory with SCIM_TOKEN. Its routes and errors follow RFC 7644. */
@ApiTags('SCIM')
@ApiProduces('application/scim+json')
@Controller('scim/v2')
export class ScimController {
  constructor(
    private readonly people: ProvisionPeople,
    private readonly address: PublicAddress,
  ) {}

  /** Lists the people of the directory, in the order of their creation. */
  @Get('Users')
  @ApiQuery(filterOf('userName eq "minji@example.org"'))
  @ApiQuery(START)
  @ApiQuery(COUNT)
  @ApiResponse({ status: 200, type: ScimUserListDto })
  @ForDirectory()
  @Header('content-type', SCIM_TYPE)
  async users(@Query() sent: Sent, @Req() request: FastifyRequest): Promise<object> {
    const { startIndex, ...query } = queryOf(sent);
    const { total, items } = await this.people.users(query);
    return listOf(
      total,
      startIndex,
      items.map((user) => userResource(user, this.base(request))),
    );
  }

  /** Creates a person. */
  @Post('Users')
  @ApiConsumes(...BODY_TYPES)
  @ApiBody(USER_BODY)
  @ApiResponse({ status: 201, type: ScimUserDto })
  @ForDirectory()
  @Header('content-type', SCIM_TYPE)
  async createUser(@Body() body: Sent, @Req() request: FastifyRequest): Promise<object> {
    return userResource(await this.people.createUser(body), this.base(request));
  }

  /** Returns a person. */
  @Get('Users/:id')
  @ApiParam(ID)
  @ApiResponse({ status: 200, type: ScimUserDto })
  @ForDirectory()
  @Header('content-type', SCIM_TYPE)
  async user(@Param('id') id: string, @Req() request: FastifyRequest): Promise<object> {
    return userResource(await this.people.user(id), this.base(request));
  }

  /** Replaces a person. */
  @Put('Users/:id')
  @ApiParam(ID)
  @ApiConsumes(...BODY_TYPES)
  @ApiBody(USER_BODY)
  @ApiResponse({ status: 200, type: ScimUserDto })
  @ForDirectory()
  @Header('content-type', SCIM_TYPE)
  async replaceUser(@Param('id') id: string, @Body() body: Sent, @Req() request: FastifyRequest): Promise<object> {
    return userResource(await this.people.replaceUser(id, body), this.base(request));
  }

  /** Changes attributes of a person. `active: false` ends sessions, tokens and scheduled work at once. */
  @Patch('Users/:id')
  @ApiParam(ID)
  @ApiConsumes(...BODY_TYPES)
  @ApiBody(USER_PATCH)
  @ApiResponse({ status: 200, type: ScimUserDto })
  @ForDirectory()
  @Header('content-type', SCIM_TYPE)
  async patchUser(@Param('id') id: string, @Body() body: Sent, @Req() request: FastifyRequest): Promise<object> {
    return userResource(await this.people.patchUser(id, body), this.base(request));
  }

  /** Deletes a person, with all sessions and tokens. */
  @Delete('Users/:id')
  @ApiParam(ID)
  @ForDirectory()
  @HttpCode(204)
  async removeUser(@Param('id') id: string): Promise<void> {
    await this.people.removeUser(id);
  }

  /** Lists the groups of the directory, in the order of their creation. */
  @Get('Groups')
  @ApiQuery(filterOf('displayName eq "staff"'))
  @ApiQuery(START)
  @ApiQuery(COUNT)
  @ApiQuery(WITHOUT)
  @ApiResponse({ status: 200, type: ScimGroupListDto })
  @ForDirectory()
  @Header('content-type', SCIM_TYPE)
  async groups(@Query() sent: Sent, @Req() request: FastifyRequest): Promise<object> {
    const { startIndex, ...query } = queryOf(sent);
    const { total, items } = await this.people.groups(query);
    return listOf(
      total,
      startIndex,
      items.map((group) => groupResource(group, this.base(request), withMembers(sent))),
    );
  }

  /** Creates a group. */
  @Post('Groups')
  @ApiConsumes(...BODY_TYPES)
  @ApiBody(GROUP_BODY)
  @ApiResponse({ status: 201, type: ScimGroupDto })
  @ForDirectory()
  @Header('content-type', SCIM_TYPE)
  async createGroup(@Body() body: Sent, @Req() request: FastifyRequest): Promise<object> {
    return groupResource(await this.people.createGroup(body), this.base(request), true);
  }

  /** Returns a group with its members. */
  @Get('Groups/:id')
  @ApiParam(ID)
  @ApiQuery(WITHOUT)
  @ApiResponse({ status: 200, type: ScimGroupDto })
  @ForDirectory()
  @Header('content-type', SCIM_TYPE)
  async group(@Param('id') id: string, @Query() sent: Sent, @Req() request: FastifyRequest): Promise<object> {
    return groupResource(await this.people.group(id), this.base(request), withMembers(sent));
  }

  /** Replaces a group and its members. */
  @Put('Groups/:id')
  @ApiParam(ID)
  @ApiConsumes(...BODY_TYPES)
  @ApiBody(GROUP_BODY)
  @ApiResponse({ status: 200, type: ScimGroupDto })
  @ForDirectory()
  @Header('content-type', SCIM_TYPE)
  async replaceGroup(@Param('id') id: string, @Body() body: Sent, @Req() request: FastifyRequest): Promise<object> {
    return groupResource(await this.people.replaceGroup(id, body), this.base(request), true);
  }

  /** Changes the names and members of a group. The rights of its members follow from their next request on. */
  @Patch('Groups/:id')
  @ApiParam(ID)
  @ApiConsumes(...BODY_TYPES)
  @ApiBody(GROUP_PATCH)
  @ApiResponse({ status: 200, type: ScimGroupDto })
  @ForDirectory()
  @Header('content-type', SCIM_TYPE)
  async patchGroup(@Param('id') id: string, @Body() body: Sent, @Req() request: FastifyRequest): Promise<object> {
    return groupResource(await this.people.patchGroup(id, body), this.base(request), true);
  }

  /** Deletes a group; its members lose the rights that it gave. */
  @Delete('Groups/:id')
  @ApiParam(ID)
  @ForDirectory()
  @HttpCode(204)
  async removeGroup(@Param('id') id: string): Promise<void> {
    await this.people.removeGroup(id);
  }

  private base(request: FastifyRequest): string {
    return `${this.address.baseOf(request)}/scim/v2`;
  }
}
