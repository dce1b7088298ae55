import { Body, Controller, Delete, Get, Header, HttpCode, Param, Patch, Post, Put, Query, Req } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { PublicAddress } from '../../shared/interface/public-address.js';
import { SCIM_TYPE } from '../../shared/interface/scim-error.js';
import { ProvisionPeople, ScimQuery } from '../application/provision-people.js';
import { ForDirectory } from './access.decorators.js';
import { groupResource, listOf, userResource } from './scim-mapping.js';

const DEFAULT_COUNT = 100;
const MOST_COUNT = 500;
const MOST_INDEX = 1_000_000_000;

type Sent = Readonly<Record<string, unknown>>;

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

/** People and groups by SCIM 2.0, for a directory with SCIM_TOKEN. Its routes follow RFC 7644, and are not operations of the API. */
@ApiExcludeController()
@Controller('scim/v2')
export class ScimController {
  constructor(
    private readonly people: ProvisionPeople,
    private readonly address: PublicAddress,
  ) {}

  @Get('Users')
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

  @Post('Users')
  @ForDirectory()
  @Header('content-type', SCIM_TYPE)
  async createUser(@Body() body: Sent, @Req() request: FastifyRequest): Promise<object> {
    return userResource(await this.people.createUser(body), this.base(request));
  }

  @Get('Users/:id')
  @ForDirectory()
  @Header('content-type', SCIM_TYPE)
  async user(@Param('id') id: string, @Req() request: FastifyRequest): Promise<object> {
    return userResource(await this.people.user(id), this.base(request));
  }

  @Put('Users/:id')
  @ForDirectory()
  @Header('content-type', SCIM_TYPE)
  async replaceUser(@Param('id') id: string, @Body() body: Sent, @Req() request: FastifyRequest): Promise<object> {
    return userResource(await this.people.replaceUser(id, body), this.base(request));
  }

  @Patch('Users/:id')
  @ForDirectory()
  @Header('content-type', SCIM_TYPE)
  async patchUser(@Param('id') id: string, @Body() body: Sent, @Req() request: FastifyRequest): Promise<object> {
    return userResource(await this.people.patchUser(id, body), this.base(request));
  }

  @Delete('Users/:id')
  @ForDirectory()
  @HttpCode(204)
  async removeUser(@Param('id') id: string): Promise<void> {
    await this.people.removeUser(id);
  }

  @Get('Groups')
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

  @Post('Groups')
  @ForDirectory()
  @Header('content-type', SCIM_TYPE)
  async createGroup(@Body() body: Sent, @Req() request: FastifyRequest): Promise<object> {
    return groupResource(await this.people.createGroup(body), this.base(request), true);
  }

  @Get('Groups/:id')
  @ForDirectory()
  @Header('content-type', SCIM_TYPE)
  async group(@Param('id') id: string, @Query() sent: Sent, @Req() request: FastifyRequest): Promise<object> {
    return groupResource(await this.people.group(id), this.base(request), withMembers(sent));
  }

  @Put('Groups/:id')
  @ForDirectory()
  @Header('content-type', SCIM_TYPE)
  async replaceGroup(@Param('id') id: string, @Body() body: Sent, @Req() request: FastifyRequest): Promise<object> {
    return groupResource(await this.people.replaceGroup(id, body), this.base(request), true);
  }

  @Patch('Groups/:id')
  @ForDirectory()
  @Header('content-type', SCIM_TYPE)
  async patchGroup(@Param('id') id: string, @Body() body: Sent, @Req() request: FastifyRequest): Promise<object> {
    return groupResource(await this.people.patchGroup(id, body), this.base(request), true);
  }

  @Delete('Groups/:id')
  @ForDirectory()
  @HttpCode(204)
  async removeGroup(@Param('id') id: string): Promise<void> {
    await this.people.removeGroup(id);
  }

  private base(request: FastifyRequest): string {
    return `${this.address.baseOf(request)}/scim/v2`;
  }
}
