import { Injectable } from '@nestjs/common';
import { Sql, sql } from '../../shared/infrastructure/database/postgres/sql.js';
import { AccessSqlStore } from '../../shared/infrastructure/database/sql-store.js';
import { ScimCondition } from '../domain/scim-filter.js';
import { GroupChange } from '../domain/scim-resources.js';
import { ScimGroup, ScimMember, ScimPage, ScimStore, ScimUser } from '../domain/scim-store.js';
import { lowered } from '../../text/folded-text.js';

interface UserRow {
  readonly scim_id: string;
  readonly user_name: string;
  readonly external_id: string | null;
  readonly display_name: string | null;
  readonly given_name: string | null;
  readonly family_name: string | null;
  readonly email: string | null;
  readonly active: number;
  readonly user_id: string | null;
  readonly created_at: string;
  readonly changed_at: string;
}

interface GroupRow {
  readonly scim_id: string;
  readonly display_name: string;
  readonly external_id: string | null;
  readonly created_at: string;
  readonly changed_at: string;
}

/** User names are compared without regard to case (RFC 7643, 4.1.1). */

function toUser(row: UserRow): ScimUser {
  return {
    id: row.scim_id,
    userName: row.user_name,
    externalId: row.external_id,
    displayName: row.display_name,
    givenName: row.given_name,
    familyName: row.family_name,
    email: row.email,
    active: row.active === 1,
    userId: row.user_id,
    createdAt: row.created_at,
    changedAt: row.changed_at,
  };
}

function toGroup(row: GroupRow, members: readonly ScimMember[]): ScimGroup {
  return {
    id: row.scim_id,
    displayName: row.display_name,
    externalId: row.external_id,
    members,
    createdAt: row.created_at,
    changedAt: row.changed_at,
  };
}

function userCondition({ attribute, value }: ScimCondition): Sql {
  const text = String(value);
  switch (attribute) {
    case 'id':
      return sql`scim_id = ${text}`;
    case 'username':
      return sql`folded_name = ${lowered(text)}`;
    case 'externalid':
      return sql`external_id = ${text}`;
    case 'displayname':
      return sql`display_name = ${text}`;
    case 'emails.value':
      return sql`email = ${text}`;
    default:
      return sql`active = ${value === true || text.toLowerCase() === 'true' ? 1 : 0}`;
  }
}

function groupCondition({ attribute, value }: ScimCondition): Sql {
  const text = String(value);
  switch (attribute) {
    case 'id':
      return sql`scim_id = ${text}`;
    case 'externalid':
      return sql`external_id = ${text}`;
    case 'displayname':
      return sql`display_name = ${text}`;
    default:
      return sql`EXISTS (SELECT 1 FROM scim_members m WHERE m.group_id = scim_groups.scim_id AND m.member_id = ${text})`;
  }
}

const all = (conditions: readonly Sql[]): Sql =>
  conditions.reduce((before, each) => sql`${before} AND ${each}`, sql`1 = 1`);

/** Condition: an account that belongs to no other person of the directory. */
const ofNoOther = (personId: string): Sql =>
  sql`NOT EXISTS (SELECT 1 FROM scim_users p WHERE p.user_id = users.user_id AND p.scim_id <> ${personId})`;

/** Condition: every account of a person, the joined one and those that the external id names and that are of no other person. */
const accountsOf = ({ id, externalId, userId }: ScimUser): Sql =>
  sql`(user_id = ${userId} OR link_id = ${externalId}) AND ${ofNoOther(id)}`;

/** People and groups of a directory, next to the people who sign in. */
@Injectable()
export class SqlScimStore extends ScimStore {
  constructor(private readonly store: AccessSqlStore) {
    super();
  }

  async users(conditions: readonly ScimCondition[], skip: number, limit: number): Promise<ScimPage<ScimUser>> {
    const where = all(conditions.map(userCondition));
    const rows = await this.store.query<UserRow>(
      sql`SELECT * FROM scim_users WHERE ${where} ORDER BY number LIMIT ${limit} OFFSET ${skip}`,
    );
    return { total: await this.count(sql`scim_users WHERE ${where}`), items: rows.map(toUser) };
  }

  async user(id: string): Promise<ScimUser | undefined> {
    const row = await this.store.one<UserRow>(sql`SELECT * FROM scim_users WHERE scim_id = ${id}`);
    return row && toUser(row);
  }

  putUser(user: ScimUser): Promise<ScimUser | undefined> {
    return this.store.transaction(async () => {
      await this.store.lockTable('scim_users');
      const same = await this.store.one<UserRow>(
        sql`SELECT * FROM scim_users WHERE folded_name = ${lowered(user.userName)} AND scim_id <> ${user.id}`,
      );
      if (same !== undefined) return undefined;
      const before = await this.user(user.id);
      const isSame = before !== undefined && before.externalId === user.externalId;
      const userId = (isSame ? before.userId : null) ?? (await this.accountOf(user));
      const returned = await this.store.change(sql`DELETE FROM scim_removed WHERE external_id = ${user.externalId}`);
      // What an administrator ended by hand stays so until the directory itself, which said so before, restores the person.
      if (!user.active) {
        if (before !== undefined) await this.endAccess(before, user.changedAt);
        await this.endAccess({ ...user, userId }, user.changedAt);
      } else if (before?.active === false) await this.restoreAccess(before);
      if (user.active && returned > 0) await this.restoreAccess({ ...user, userId });
      await this.store.change(sql`INSERT INTO scim_users (scim_id, user_name, folded_name, external_id, display_name,
          given_name, family_name, email, active, user_id, created_at, changed_at)
        VALUES (${user.id}, ${user.userName}, ${lowered(user.userName)}, ${user.externalId}, ${user.displayName},
          ${user.givenName}, ${user.familyName}, ${user.email}, ${user.active ? 1 : 0}, ${userId}, ${user.createdAt}, ${user.changedAt})
        ON CONFLICT (scim_id) DO UPDATE SET user_name = excluded.user_name, folded_name = excluded.folded_name,
          external_id = excluded.external_id, display_name = excluded.display_name, given_name = excluded.given_name,
          family_name = excluded.family_name, email = excluded.email, active = excluded.active, user_id = excluded.user_id,
          changed_at = excluded.changed_at`);
      return { ...user, userId };
    });
  }

  removeUser(id: string, at: string): Promise<boolean> {
    return this.store.transaction(async () => {
      await this.store.lockTable('scim_users');
      const user = await this.user(id);
      if (user === undefined) return false;
      await this.endAccess(user, at);
      // Whoever signs in as this person for the first time later is refused too.
      if (user.externalId !== null)
        await this.store.change(
          sql`INSERT INTO scim_removed (external_id, removed_at) VALUES (${user.externalId}, ${at}) ON CONFLICT DO NOTHING`,
        );
      await this.store.change(sql`DELETE FROM scim_members WHERE member_id = ${id}`);
      await this.store.change(sql`DELETE FROM scim_users WHERE scim_id = ${id}`);
      return true;
    });
  }

  async groups(conditions: readonly ScimCondition[], skip: number, limit: number): Promise<ScimPage<ScimGroup>> {
    const where = all(conditions.map(groupCondition));
    const rows = await this.store.query<GroupRow>(
      sql`SELECT * FROM scim_groups WHERE ${where} ORDER BY number LIMIT ${limit} OFFSET ${skip}`,
    );
    const items = [];
    for (const row of rows) items.push(toGroup(row, await this.membersOf(row.scim_id)));
    return { total: await this.count(sql`scim_groups WHERE ${where}`), items };
  }

  async group(id: string): Promise<ScimGroup | undefined> {
    const row = await this.store.one<GroupRow>(sql`SELECT * FROM scim_groups WHERE scim_id = ${id}`);
    return row && toGroup(row, await this.membersOf(id));
  }

  putGroup(
    { id, displayName, externalId, createdAt, changedAt }: Omit<ScimGroup, 'members'>,
    changes: GroupChange['members'],
  ): Promise<'taken' | readonly string[]> {
    return this.store.transaction(async () => {
      await this.store.lockTable('scim_groups');
      const same = await this.store.one<GroupRow>(
        sql`SELECT * FROM scim_groups WHERE display_name = ${displayName} AND scim_id <> ${id}`,
      );
      if (same !== undefined) return 'taken';
      const unknown = await this.unknown(changes.flatMap(({ kind, ids }) => (kind === 'remove' ? [] : ids)));
      if (unknown.length > 0) return unknown;
      await this.store.change(sql`INSERT INTO scim_groups (scim_id, display_name, external_id, created_at, changed_at)
        VALUES (${id}, ${displayName}, ${externalId}, ${createdAt}, ${changedAt})
        ON CONFLICT (scim_id) DO UPDATE SET display_name = excluded.display_name, external_id = excluded.external_id,
          changed_at = excluded.changed_at`);
      for (const { kind, ids } of changes) await this.changeMembers(id, kind, ids);
      return [];
    });
  }

  removeGroup(id: string): Promise<boolean> {
    return this.store.transaction(async () => {
      await this.store.change(sql`DELETE FROM scim_members WHERE group_id = ${id}`);
      return (await this.store.change(sql`DELETE FROM scim_groups WHERE scim_id = ${id}`)) > 0;
    });
  }

  /** The account of a person who signed in before the directory named them; null also where two accounts claim to be the person. */
  private async accountOf({ id, externalId }: ScimUser): Promise<string | null> {
    const [account, ...others] = await this.store.query<{ user_id: string }>(
      sql`SELECT user_id FROM users WHERE link_id = ${externalId} AND ${ofNoOther(id)} LIMIT 2`,
    );
    return others.length > 0 ? null : (account?.user_id ?? null);
  }

  private async endAccess(person: ScimUser, at: string): Promise<void> {
    const theirs = accountsOf(person);
    await this.store.change(sql`UPDATE users SET deactivated_at = ${at} WHERE deactivated_at IS NULL AND ${theirs}`);
    await this.store.change(
      sql`DELETE FROM user_sessions WHERE user_id IN (SELECT user_id FROM users WHERE ${theirs})`,
    );
  }

  private async restoreAccess(person: ScimUser): Promise<void> {
    await this.store.change(sql`UPDATE users SET deactivated_at = NULL WHERE ${accountsOf(person)}`);
  }

  private async changeMembers(
    groupId: string,
    kind: 'add' | 'remove' | 'replace',
    ids: readonly string[],
  ): Promise<void> {
    const { dialect } = this.store;
    if (kind === 'remove')
      await this.store.change(
        sql`DELETE FROM scim_members WHERE group_id = ${groupId} AND ${dialect.isOneOf('member_id', ids)}`,
      );
    if (kind === 'replace') await this.store.change(sql`DELETE FROM scim_members WHERE group_id = ${groupId}`);
    if (kind !== 'remove' && ids.length > 0)
      await this.store.change(sql`INSERT INTO scim_members (group_id, member_id)
        ${dialect.rows(
          ['text', 'text'],
          ids.map((id) => [groupId, id]),
        )} ON CONFLICT DO NOTHING`);
  }

  private async unknown(ids: readonly string[]): Promise<readonly string[]> {
    const rows = await this.store.query<{ scim_id: string }>(
      sql`SELECT scim_id FROM scim_users WHERE ${this.store.dialect.isOneOf('scim_id', ids)}`,
    );
    const known = new Set(rows.map((row) => row.scim_id));
    return ids.filter((id) => !known.has(id));
  }

  private async membersOf(groupId: string): Promise<readonly ScimMember[]> {
    const rows = await this.store.query<{ scim_id: string; user_name: string }>(sql`
      SELECT u.scim_id, u.user_name FROM scim_members m JOIN scim_users u ON u.scim_id = m.member_id
      WHERE m.group_id = ${groupId} ORDER BY u.number`);
    return rows.map((row) => ({ id: row.scim_id, userName: row.user_name }));
  }

  private async count(from: Sql): Promise<number> {
    const row = await this.store.one<{ n: number }>(sql`SELECT CAST(count(*) AS integer) AS n FROM ${from}`);
    return row?.n ?? 0;
  }
}
