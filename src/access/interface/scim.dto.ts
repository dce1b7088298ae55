import { ApiPropertyOptional } from '@nestjs/swagger';

/** Name of a person in parts. */
export class ScimNameDto {
  /** @example "민지" */
  givenName?: string;
  /** @example "김" */
  familyName?: string;
}

/** Address of a person. The primary one is stored, or the first. */
export class ScimEmailDto {
  /** @example "minji@example.org" */
  value!: string;
  /** @example "work" */
  type?: string;
  /** @example true */
  primary?: boolean;
}

/** A person as a directory sends it. Attributes that are not listed here are accepted and not stored. */
export class SendScimUserDto {
  /** @example ["urn:ietf:params:scim:schemas:core:2.0:User"] */
  schemas?: string[];
  /** Unique, compared without case. @example "minji@example.org" */
  userName!: string;
  /** Id of the person in the directory. A person who signs in is found by it, or by userName or email. @example "8f14e45f" */
  externalId?: string;
  /** @example "김민지" */
  displayName?: string;
  name?: ScimNameDto;
  emails?: ScimEmailDto[];
  /** False ends sessions, tokens and scheduled work at once. Default: true. @example true */
  active?: boolean;
}

/** Kind, times and address of a resource. */
export class ScimMetaDto {
  /** @example "User" */
  resourceType!: string;
  /** @example "2026-11-20T18:00:00.000Z" */
  created!: string;
  /** @example "2026-11-20T18:00:00.000Z" */
  lastModified!: string;
  /** @example "https://answers.example/scim/v2/Users/person_8c1d" */
  location!: string;
}

/** A person. Attributes without a value are left out. */
export class ScimUserDto {
  /** @example ["urn:ietf:params:scim:schemas:core:2.0:User"] */
  schemas!: string[];
  /** @example "person_8c1d" */
  id!: string;
  /** @example "minji@example.org" */
  userName!: string;
  /** @example "8f14e45f" */
  externalId?: string;
  /** @example "김민지" */
  displayName?: string;
  name?: ScimNameDto;
  emails?: ScimEmailDto[];
  /** @example true */
  active!: boolean;
  meta!: ScimMetaDto;
}

/** A person in a group. In answers it also has `$ref`, the address of the person. */
export class ScimMemberDto {
  /** Id of the person, as this server gave it. @example "person_8c1d" */
  value!: string;
  /** User name of the person. @example "minji@example.org" */
  display?: string;
}

/** A group as a directory sends it. */
export class SendScimGroupDto {
  /** @example ["urn:ietf:params:scim:schemas:core:2.0:Group"] */
  schemas?: string[];
  /** Unique; the name by which the mapping of groups (`PUT /group-mapping`) knows it. @example "staff" */
  displayName!: string;
  /** Id of the group in the directory. @example "c4ca4238" */
  externalId?: string;
  /** Up to 20,000. */
  members?: ScimMemberDto[];
}

/** A group. */
export class ScimGroupDto {
  /** @example ["urn:ietf:params:scim:schemas:core:2.0:Group"] */
  schemas!: string[];
  /** @example "group_8c1d" */
  id!: string;
  /** @example "staff" */
  displayName!: string;
  /** @example "c4ca4238" */
  externalId?: string;
  /** Left out with `excludedAttributes=members`. */
  members?: ScimMemberDto[];
  meta!: ScimMetaDto;
}

class ScimListDto {
  /** @example ["urn:ietf:params:scim:api:messages:2.0:ListResponse"] */
  schemas!: string[];
  /** Of all pages. @example 1 */
  totalResults!: number;
  /** From 1. @example 1 */
  startIndex!: number;
  /** @example 1 */
  itemsPerPage!: number;
}

/** A page of people. */
export class ScimUserListDto extends ScimListDto {
  Resources!: ScimUserDto[];
}

/** A page of groups. */
export class ScimGroupListDto extends ScimListDto {
  Resources!: ScimGroupDto[];
}

/** One change of a PATCH. */
export class ScimOperationDto {
  /** `add`, `replace` or `remove`, in any case. @example "replace" */
  op!: string;
  /** Attribute, such as `active`, `emails[type eq "work"].value` or `members[value eq "person_8c1d"]`; without it the members of value are attributes. @example "active" */
  path?: string;
  /** The new value of the attribute. */
  @ApiPropertyOptional({
    oneOf: [
      { type: 'boolean' },
      { type: 'string' },
      { type: 'object', additionalProperties: true },
      { type: 'array', items: {} },
    ],
    example: false,
  })
  value?: unknown;
}

/** The changes of a PATCH, applied in order. */
export class PatchScimDto {
  /** @example ["urn:ietf:params:scim:api:messages:2.0:PatchOp"] */
  schemas?: string[];
  /** 1 to 1,000. */
  Operations!: ScimOperationDto[];
}

/** What this server supports, a resource type or a schema (RFC 7643). */
export class ScimDescriptionDto {
  /** @example ["urn:ietf:params:scim:schemas:core:2.0:ResourceType"] */
  schemas!: string[];
  /** @example "User" */
  id?: string;
  /** @example "User" */
  name?: string;
}

/** All resource types or schemas. */
export class ScimDescriptionListDto extends ScimListDto {
  Resources!: ScimDescriptionDto[];
}
