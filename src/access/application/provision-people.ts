import { Injectable } from '@nestjs/common';
import { Clock } from '../../shared/domain/clock.js';
import { ConflictError, InvalidInputError, NotFoundError } from '../../shared/domain/domain-error.js';
import { IdGenerator } from '../../shared/domain/ids.js';
import { parseScimFilter } from '../domain/scim-filter.js';
import { readPatch } from '../domain/scim-patch.js';
import { GroupChange, patchGroup, patchPerson, readGroup, readPerson, ScimPerson } from '../domain/scim-resources.js';
import { ScimGroup, ScimPage, ScimStore, ScimUser } from '../domain/scim-store.js';

const USER_ATTRIBUTES = ['id', 'username', 'externalid', 'displayname', 'emails.value', 'active'];
const GROUP_ATTRIBUTES = ['id', 'externalid', 'displayname', 'members', 'members.value'];

export interface ScimQuery {
  readonly filter: string | undefined;
  readonly skip: number;
  readonly limit: number;
}

/** Creates, changes and removes the people and groups of a directory (SCIM 2.0). */
@Injectable()
export class ProvisionPeople {
  constructor(
    private readonly store: ScimStore,
    private readonly ids: IdGenerator,
    private readonly clock: Clock,
  ) {}

  /** In the order of their creation. @throws InvalidInputError for a filter that is not supported */
  users({ filter, skip, limit }: ScimQuery): Promise<ScimPage<ScimUser>> {
    return this.store.users(filter === undefined ? [] : parseScimFilter(filter, USER_ATTRIBUTES), skip, limit);
  }

  /** @throws NotFoundError */
  async user(id: string): Promise<ScimUser> {
    const user = await this.store.user(id);
    if (user === undefined) throw new NotFoundError('user', id);
    return user;
  }

  /** @throws InvalidInputError; ConflictError for a user name that is taken */
  createUser(body: unknown): Promise<ScimUser> {
    const at = this.now();
    return this.putUser({
      ...readPerson(body),
      id: this.ids.next('person'),
      createdAt: at,
      changedAt: at,
      userId: null,
    });
  }

  async replaceUser(id: string, body: unknown): Promise<ScimUser> {
    return this.changeUser(await this.user(id), readPerson(body));
  }

  async patchUser(id: string, body: unknown): Promise<ScimUser> {
    const user = await this.user(id);
    return this.changeUser(user, patchPerson(user, readPatch(body)));
  }

  async removeUser(id: string): Promise<void> {
    if (!(await this.store.removeUser(id, this.now()))) throw new NotFoundError('user', id);
  }

  groups({ filter, skip, limit }: ScimQuery): Promise<ScimPage<ScimGroup>> {
    return this.store.groups(filter === undefined ? [] : parseScimFilter(filter, GROUP_ATTRIBUTES), skip, limit);
  }

  /** @throws NotFoundError */
  async group(id: string): Promise<ScimGroup> {
    const group = await this.store.group(id);
    if (group === undefined) throw new NotFoundError('group', id);
    return group;
  }

  createGroup(body: unknown): Promise<ScimGroup> {
    const { names, members } = readGroup(body);
    const at = this.now();
    const group = { id: this.ids.next('group'), ...names, createdAt: at, changedAt: at };
    return this.putGroup(group, [{ kind: 'replace', ids: members }]);
  }

  async replaceGroup(id: string, body: unknown): Promise<ScimGroup> {
    const { names, members } = readGroup(body);
    return this.putGroup({ ...(await this.group(id)), ...names }, [{ kind: 'replace', ids: members }]);
  }

  async patchGroup(id: string, body: unknown): Promise<ScimGroup> {
    const group = await this.group(id);
    const { names, members } = patchGroup(group, readPatch(body));
    return this.putGroup({ ...group, ...names }, members);
  }

  async removeGroup(id: string): Promise<void> {
    if (!(await this.store.removeGroup(id))) throw new NotFoundError('group', id);
  }

  private changeUser(user: ScimUser, person: ScimPerson): Promise<ScimUser> {
    return this.putUser({ ...user, ...person, changedAt: this.now() });
  }

  private async putUser(user: ScimUser): Promise<ScimUser> {
    const stored = await this.store.putUser(user);
    if (stored === undefined) throw new ConflictError(`Another user has the userName '${user.userName}'.`);
    return stored;
  }

  private async putGroup(
    { id, displayName, externalId, createdAt }: Omit<ScimGroup, 'members'>,
    members: GroupChange['members'],
  ): Promise<ScimGroup> {
    const result = await this.store.putGroup(
      { id, displayName, externalId, createdAt, changedAt: this.now() },
      members,
    );
    if (result === 'taken') throw new ConflictError(`Another group has the displayName '${displayName}'.`);
    const [unknown] = result;
    if (unknown !== undefined)
      throw new InvalidInputError([{ pointer: '/members', detail: `no user has the id '${unknown}'` }]);
    return this.group(id);
  }

  private now(): string {
    return this.clock.now().toISOString();
  }
}
