import { ScimGroup, ScimUser } from '../domain/scim-store.js';

export const USER_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:User';
export const GROUP_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:Group';
const LIST_SCHEMA = 'urn:ietf:params:scim:api:messages:2.0:ListResponse';

/** Attributes without a value are left out (RFC 7643, 2.5). */
function present(attributes: Readonly<Record<string, unknown>>): object {
  return Object.fromEntries(Object.entries(attributes).filter(([, value]) => value !== null && value !== undefined));
}

/** @param base address of SCIM on this server */
export function userResource(user: ScimUser, base: string): object {
  const { id, userName, externalId, displayName, givenName, familyName, email, active } = user;
  const name = present({ givenName, familyName });
  return present({
    schemas: [USER_SCHEMA],
    id,
    externalId,
    userName,
    displayName,
    name: Object.keys(name).length === 0 ? null : name,
    emails: email === null ? null : [{ value: email, type: 'work', primary: true }],
    active,
    meta: metaOf('User', user, `${base}/Users/${encodeURIComponent(id)}`),
  });
}

export function groupResource(group: ScimGroup, base: string, withMembers: boolean): object {
  const { id, displayName, externalId, members } = group;
  return present({
    schemas: [GROUP_SCHEMA],
    id,
    externalId,
    displayName,
    members: withMembers
      ? members.map((member) => ({
          value: member.id,
          display: member.userName,
          $ref: `${base}/Users/${encodeURIComponent(member.id)}`,
        }))
      : null,
    meta: metaOf('Group', group, `${base}/Groups/${encodeURIComponent(id)}`),
  });
}

function metaOf(
  resourceType: string,
  { createdAt, changedAt }: { readonly createdAt: string; readonly changedAt: string },
  location: string,
): object {
  return { resourceType, created: createdAt, lastModified: changedAt, location };
}

/** @param startIndex from 1 */
export function listOf(totalResults: number, startIndex: number, resources: readonly object[]): object {
  return { schemas: [LIST_SCHEMA], totalResults, startIndex, itemsPerPage: resources.length, Resources: resources };
}
