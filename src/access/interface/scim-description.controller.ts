import { Controller, Get, Header, Param } from '@nestjs/common';
import { ApiParam, ApiProduces, ApiResponse, ApiTags } from '@nestjs/swagger';
import { NotFoundError } from '../../shared/domain/domain-error.js';
import { SCIM_TYPE } from '../../shared/interface/scim-error.js';
import { ForDirectory } from './access.decorators.js';
import { GROUP_SCHEMA, listOf, USER_SCHEMA } from './scim-mapping.js';
import { ScimDescriptionDto, ScimDescriptionListDto } from './scim.dto.js';

interface Attribute {
  readonly name: string;
  readonly type: string;
  readonly [more: string]: unknown;
}

/** An attribute with the characteristics of RFC 7643, 7. */
function attribute(name: string, type = 'string', more: object = {}): Attribute {
  const base = { multiValued: false, required: false, mutability: 'readWrite', returned: 'default' };
  const text = type === 'string' ? { caseExact: false, uniqueness: 'none' } : {};
  return { name, type, description: name, ...base, ...text, ...more };
}

const VALUE = attribute('value');
const SCHEMAS = [
  {
    id: USER_SCHEMA,
    name: 'User',
    description: 'A person who may sign in',
    attributes: [
      attribute('userName', 'string', { required: true, uniqueness: 'server' }),
      attribute('displayName'),
      attribute('name', 'complex', { subAttributes: [attribute('givenName'), attribute('familyName')] }),
      attribute('emails', 'complex', {
        multiValued: true,
        subAttributes: [VALUE, attribute('type'), attribute('primary', 'boolean')],
      }),
      attribute('active', 'boolean'),
    ],
  },
  {
    id: GROUP_SCHEMA,
    name: 'Group',
    description: 'A group, which the mapping knows by its displayName',
    attributes: [
      attribute('displayName', 'string', { required: true, uniqueness: 'server', caseExact: true }),
      attribute('members', 'complex', {
        multiValued: true,
        subAttributes: [attribute('value', 'string', { mutability: 'immutable' }), attribute('display')],
      }),
    ],
  },
].map((schema) => ({ schemas: ['urn:ietf:params:scim:schemas:core:2.0:Schema'], ...schema }));

const TYPES = [
  { id: 'User', name: 'User', endpoint: '/Users', schema: USER_SCHEMA },
  { id: 'Group', name: 'Group', endpoint: '/Groups', schema: GROUP_SCHEMA },
].map((type) => ({ schemas: ['urn:ietf:params:scim:schemas:core:2.0:ResourceType'], ...type }));

const NO = { supported: false };
const CONFIGURATION = {
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig'],
  patch: { supported: true },
  bulk: { ...NO, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: 500 },
  changePassword: NO,
  sort: NO,
  etag: NO,
  authenticationSchemes: [
    { type: 'oauthbearertoken', name: 'Bearer token', description: 'The secret of SCIM_TOKEN', primary: true },
  ],
};

/** What this server supports of SCIM 2.0 (RFC 7644, 4). */
@ApiTags('SCIM')
@ApiProduces('application/scim+json')
@Controller('scim/v2')
export class ScimDescriptionController {
  /** Returns what this server supports of SCIM. */
  @Get('ServiceProviderConfig')
  @ApiResponse({ status: 200, type: ScimDescriptionDto })
  @ForDirectory()
  @Header('content-type', SCIM_TYPE)
  configuration(): object {
    return CONFIGURATION;
  }

  /** Lists the resource types: people and groups. */
  @Get('ResourceTypes')
  @ApiResponse({ status: 200, type: ScimDescriptionListDto })
  @ForDirectory()
  @Header('content-type', SCIM_TYPE)
  types(): object {
    return listOf(TYPES.length, 1, TYPES);
  }

  /** Returns a resource type. */
  @Get('ResourceTypes/:id')
  @ApiParam({ name: 'id', example: 'User' })
  @ApiResponse({ status: 200, type: ScimDescriptionDto })
  @ForDirectory()
  @Header('content-type', SCIM_TYPE)
  type(@Param('id') id: string): object {
    return found(TYPES, 'resource type', id);
  }

  /** Lists the schemas with their attributes. */
  @Get('Schemas')
  @ApiResponse({ status: 200, type: ScimDescriptionListDto })
  @ForDirectory()
  @Header('content-type', SCIM_TYPE)
  schemas(): object {
    return listOf(SCHEMAS.length, 1, SCHEMAS);
  }

  /** Returns a schema with its attributes. */
  @Get('Schemas/:id')
  @ApiParam({ name: 'id', example: USER_SCHEMA })
  @ApiResponse({ status: 200, type: ScimDescriptionDto })
  @ForDirectory()
  @Header('content-type', SCIM_TYPE)
  schema(@Param('id') id: string): object {
    return found(SCHEMAS, 'schema', id);
  }
}

function found(all: readonly { readonly id: string }[], what: string, id: string): object {
  const one = all.find((each) => each.id === id);
  if (one === undefined) throw new NotFoundError(what, id);
  return one;
}
