import { Injectable } from '@nestjs/common';
import { NotFoundError } from '../../shared/domain/domain-error.js';
import { decodeNameCursor, encodeNameCursor, Page } from '../../shared/domain/page.js';
import { KeyStore } from '../domain/key-store.js';
import { UserStore } from '../domain/user-store.js';
import { User } from '../domain/user.js';
import { ExpiryClock } from './expiry-clock.js';
import { lowered } from '../../text/folded-text.js';

/** Which people to list. */
export interface ListedUsers {
  /** Part of the name, the address or a group, in any case; undefined for all. */
  readonly text?: string | undefined;
  readonly isActive?: boolean | undefined;
  readonly limit: number;
  readonly cursor: string | undefined;
}

const BATCH = 500;
/** People that are compared for one page. */
const MOST_COMPARED = 20_000;

function matches({ name, email, providerGroups }: User, wanted: string): boolean {
  return [name, email ?? '', ...providerGroups].some((one) => lowered(one).includes(wanted));
}

/** The people who have signed in, for administrators. */
@Injectable()
export class ManageUsers {
  constructor(
    private readonly users: UserStore,
    private readonly keys: KeyStore,
    private readonly clock: ExpiryClock,
  ) {}

  /**
   * By id. With a text a page compares up to 20,000 people: it may have fewer items than `limit`, and none, before the end.
   * @throws InvalidInputError for a cursor that no page returned
   */
  async list({ text = '', isActive, limit, cursor }: ListedUsers): Promise<Page<User>> {
    const wanted = lowered(text.trim());
    const size = wanted === '' ? limit + 1 : BATCH;
    const items: User[] = [];
    let after = decodeNameCursor(cursor);
    for (let compared = 0; compared < MOST_COMPARED; compared += size) {
      const batch = await this.users.list(after, size, isActive);
      for (const user of batch) {
        if (!matches(user, wanted)) continue;
        if (items.length === limit) return { items, nextCursor: encodeNameCursor(items.at(-1)?.id ?? '') };
        items.push(user);
      }
      const last = batch.at(-1);
      if (last === undefined || batch.length < size) return { items, nextCursor: null };
      after = last.id;
    }
    return { items, nextCursor: encodeNameCursor(after) };
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

  /**
   * Releases an account from the person of the directory: the groups of that person end with the next request.
   * @throws NotFoundError for an account that belongs to no person
   */
  async unlink(id: string): Promise<void> {
    if (!(await this.users.unlink(id))) throw new NotFoundError('directory person of the user', id);
  }

  /** Names of keys and people by their ids, for the audit log. */
  async namesOf(ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const distinct = [...new Set(ids)];
    return new Map([...(await this.keys.namesOf(distinct)), ...(await this.users.namesOf(distinct))]);
  }
}
