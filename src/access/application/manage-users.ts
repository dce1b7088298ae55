import { Injectable } from '@nestjs/common';
import { NotFoundError } from '../../shared/domain/domain-error.js';
import { decodeNameCursor, encodeNameCursor, Page } from '../../shared/domain/page.js';
import { KeyStore } from '../domain/key-store.js';
import { UserStore } from '../domain/user-store.js';
import { User } from '../domain/user.js';
import { ExpiryClock } from './expiry-clock.js';

/** The people who have signed in, for administrators. */
@Injectable()
export class ManageUsers {
  constructor(
    private readonly users: UserStore,
    private readonly keys: KeyStore,
    private readonly clock: ExpiryClock,
  ) {}

  /** By id. @throws InvalidInputError for a cursor that no page returned */
  async list(request: { readonly limit: number; readonly cursor: string | undefined }): Promise<Page<User>> {
    const found = await this.users.list(decodeNameCursor(request.cursor), request.limit + 1);
    const items = found.slice(0, request.limit);
    const last = items.at(-1);
    return { items, nextCursor: found.length > items.length && last !== undefined ? encodeNameCursor(last.id) : null };
  }

  /**
   * Ends or restores the access of a person, with sessions and personal tokens, from the next request on.
   * @throws NotFoundError
   */
  async setActive(id: string, isActive: boolean): Promise<User> {
    const at = isActive ? null : (await this.clock.now()).toISOString();
    const changed = await this.users.setDeactivated(id, at);
    const found = changed ? await this.users.find(id) : undefined;
    if (found === undefined) throw new NotFoundError('user', id);
    return found.user;
  }

  /** Names of keys and people by their ids, for the audit log. */
  async namesOf(ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const distinct = [...new Set(ids)];
    return new Map([...(await this.keys.namesOf(distinct)), ...(await this.users.namesOf(distinct))]);
  }
}
