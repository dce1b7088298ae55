import { Injectable, Logger } from '@nestjs/common';
import { joined, Sql, sql, trusted } from '../../shared/infrastructure/database/postgres/sql.js';
import { AccessSqlStore, SqlStore } from '../../shared/infrastructure/database/sql-store.js';
import { SessionOfUser, UserStore, UserWithMapping } from '../domain/user-store.js';
import { User, UserSession } from '../domain/user.js';
import { readList } from './key-row.js';
import { MappingRow, NEWEST_MAPPING, toMapping } from './sql-group-mappings.js';

/** A row of users. */
interface UserRow {
  readonly user_id: string;
  readonly issuer: string;
  readonly subject: string;
  readonly name: string;
  readonly email: string | null;
  /** JSON. */
  readonly provider_groups: string;
  /** JSON: groups of the directory; absent where they are not read. */
  readonly scim_groups?: string | null;
  readonly link_id: string | null;
  /** Absent where it is not read. */
  readonly directory_name?: string | null;
  readonly deactivated_at: string | null;
  readonly created_at: string;
  readonly confirmed_at: string;
}

/** What a statement of the provider says about the person of the directory. */
type LinkStatement = Pick<User, 'id' | 'linkId' | 'confirmedAt'>;

interface PersonRow {
  readonly scim_id: string;
  readonly active: number;
  readonly user_id: string | null;
}

/** The newest mapping in a row of users; null before the first one. */
type MappedRow = UserRow & { readonly [name in keyof MappingRow as `mapping_${name}`]: MappingRow[name] | null };

interface SessionRow extends MappedRow {
  readonly token_hash: string;
  readonly session_created_at: string;
  readonly used_at: string;
  readonly expires_at: string;
  readonly session_confirmed_at: string;
  readonly sealed_refresh_token: string | null;
}

const textsIn = (list: string): readonly string[] => readList(list).filter((name) => typeof name === 'string');

function toUser(row: UserRow): User {
  return {
    id: row.user_id,
    issuer: row.issuer,
    subject: row.subject,
    name: row.name,
    email: row.email,
    providerGroups: [...new Set([...textsIn(row.provider_groups), ...textsIn(row.scim_groups ?? '[]')])],
    linkId: row.link_id,
    directoryName: row.directory_name ?? null,
    deactivatedAt: row.deactivated_at,
    createdAt: row.created_at,
    confirmedAt: row.confirmed_at,
  };
}

function toSession(row: SessionRow): UserSession {
  return {
    tokenHash: row.token_hash,
    userId: row.user_id,
    createdAt: row.session_created_at,
    usedAt: row.used_at,
    expiresAt: row.expires_at,
    confirmedAt: row.session_confirmed_at,
    sealedRefreshToken: row.sealed_refresh_token,
  };
}

function withMapping(row: MappedRow): UserWithMapping {
  return {
    user: toUser(row),
    mapping: toMapping({
      version: row.mapping_version,
      rules: row.mapping_rules,
      created_at: row.mapping_created_at,
      created_by: row.mapping_created_by,
    }),
  };
}

/** The columns of the newest mapping, where the statement has NEWEST_MAPPING as `m`. */
const MAPPED = sql`m.version AS mapping_version, m.rules AS mapping_rules, m.created_at AS mapping_created_at,
  m.created_by AS mapping_created_by`;

/**
 * User name and groups of the directory, the groups as JSON. They are read with the person at each request, so that a change of a membership is effective from the
 * next one on.
 */
const ofDirectory = (store: SqlStore): Sql => sql`(SELECT CAST(${trusted(
  store.dialect.name === 'sqlite' ? 'json_group_array' : 'json_agg',
)}(g.display_name) AS text) FROM scim_users p JOIN scim_members m ON m.member_id = p.scim_id
  JOIN scim_groups g ON g.scim_id = m.group_id WHERE p.user_id = u.user_id) AS scim_groups,
  (SELECT p.user_name FROM scim_users p WHERE p.user_id = u.user_id ORDER BY p.number LIMIT 1) AS directory_name`;

/** People and sessions. Each request reads them with the newest mapping, so that no process has to be notified of a change. */
@Injectable()
export class SqlUserStore extends UserStore {
  private readonly logger = new Logger('access');

  constructor(private readonly store: AccessSqlStore) {
    super();
  }

  signIn(user: User, session: UserSession, replaced: string | undefined): Promise<boolean> {
    return this.store.transaction(async () => {
      if (!(await this.joinDirectory(user))) return false;
      await this.store.change(this.upsert(user));
      if (replaced !== undefined) await this.endSession(replaced);
      await this.store.change(sql`
        INSERT INTO user_sessions (token_hash, user_id, created_at, used_at, expires_at, confirmed_at, sealed_refresh_token)
        VALUES (${session.tokenHash}, ${session.userId}, ${session.createdAt}, ${session.usedAt}, ${session.expiresAt},
          ${session.confirmedAt}, ${session.sealedRefreshToken})`);
      return true;
    });
  }

  async confirm(user: User): Promise<void> {
    await this.store.transaction(async () => {
      if (await this.joinDirectory(user))
        await this.store.change(sql`${this.upsert(user)} WHERE users.confirmed_at < excluded.confirmed_at`);
    });
  }

  async confirmLink(user: User, linkId: string, at: string): Promise<void> {
    if (user.linkId === linkId && !(await this.isEnded(user.id, linkId))) return;
    await this.store.transaction(async () => {
      const named = { id: user.id, linkId, confirmedAt: at };
      if (await this.endsWithPerson(named)) return;
      const isNews = await this.store.change(sql`UPDATE users SET link_id = ${linkId}
        WHERE user_id = ${user.id} AND (link_id IS NULL OR confirmed_at < ${at})`);
      if (isNews > 0) await this.joinPerson(named);
    });
  }

  async withSession(tokenHash: string): Promise<SessionOfUser | undefined> {
    const row = await this.store.one<SessionRow>(sql`
      SELECT u.*, ${ofDirectory(this.store)}, ${MAPPED}, s.token_hash, s.created_at AS session_created_at, s.used_at, s.expires_at,
        s.confirmed_at AS session_confirmed_at, s.sealed_refresh_token
      FROM user_sessions s JOIN users u ON u.user_id = s.user_id LEFT JOIN (${NEWEST_MAPPING}) m ON 1 = 1
      WHERE s.token_hash = ${tokenHash}`);
    return row === undefined ? undefined : { ...withMapping(row), session: toSession(row) };
  }

  async find(userId: string): Promise<UserWithMapping | undefined> {
    const row = await this.store.one<MappedRow>(sql`
      SELECT u.*, ${ofDirectory(this.store)}, ${MAPPED} FROM users u LEFT JOIN (${NEWEST_MAPPING}) m ON 1 = 1 WHERE u.user_id = ${userId}`);
    return row === undefined ? undefined : withMapping(row);
  }

  async namesOf(userIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
    if (userIds.length === 0) return new Map();
    const listed = joined(userIds.map((id) => sql`${id}`));
    const rows = await this.store.query<UserRow>(sql`SELECT * FROM users WHERE user_id IN (${listed})`);
    return new Map(rows.map(({ user_id: id, name }) => [id, name]));
  }

  async list(after: string, limit: number, isActive?: boolean): Promise<readonly User[]> {
    const inState =
      isActive === undefined ? sql`1 = 1` : isActive ? sql`deactivated_at IS NULL` : sql`deactivated_at IS NOT NULL`;
    const rows = await this.store.query<UserRow>(
      sql`SELECT u.*, ${ofDirectory(this.store)} FROM users u WHERE user_id > ${after} AND ${inState}
        ORDER BY user_id LIMIT ${limit}`,
    );
    return rows.map(toUser);
  }

  setDeactivated(userId: string, at: string | null): Promise<boolean> {
    return this.store.transaction(async () => {
      const found = await this.store.change(sql`UPDATE users SET deactivated_at = ${at} WHERE user_id = ${userId}`);
      await this.store.change(
        at === null
          ? sql`DELETE FROM scim_removed WHERE external_id = (SELECT link_id FROM users WHERE user_id = ${userId})`
          : sql`DELETE FROM user_sessions WHERE user_id = ${userId}`,
      );
      return found > 0;
    });
  }

  async unlink(userId: string): Promise<boolean> {
    return (await this.store.change(sql`UPDATE scim_users SET user_id = NULL WHERE user_id = ${userId}`)) > 0;
  }

  async noteUse(tokenHash: string, at: string): Promise<void> {
    await this.store.change(sql`UPDATE user_sessions SET used_at = ${at} WHERE token_hash = ${tokenHash}`);
  }

  async claimRefresh(tokenHash: string, seenAt: string, at: string): Promise<boolean> {
    const claimed = await this.store.change(
      sql`UPDATE user_sessions SET confirmed_at = ${at} WHERE token_hash = ${tokenHash} AND confirmed_at = ${seenAt}`,
    );
    return claimed > 0;
  }

  async refresh(user: User, tokenHash: string, sealedRefreshToken: string | null): Promise<void> {
    await this.store.transaction(async () => {
      if (!(await this.joinDirectory(user))) return;
      await this.store.change(this.upsert(user));
      await this.store.change(
        sql`UPDATE user_sessions SET sealed_refresh_token = ${sealedRefreshToken} WHERE token_hash = ${tokenHash}`,
      );
    });
  }

  async endSession(tokenHash: string): Promise<string | undefined> {
    const row = await this.store.one<{ user_id: string }>(
      sql`DELETE FROM user_sessions WHERE token_hash = ${tokenHash} RETURNING user_id`,
    );
    return row?.user_id;
  }

  async removeEnded(expiredBefore: string, unusedSince: string): Promise<void> {
    await this.store.change(
      sql`DELETE FROM user_sessions WHERE expires_at <= ${expiredBefore} OR used_at <= ${unusedSince}`,
    );
  }

  /** Joins an account with its person of the directory. @returns false if the directory has ended the person: then the access ends too */
  private async joinDirectory(user: User): Promise<boolean> {
    if (await this.endsWithPerson(user)) return false;
    await this.joinPerson(user);
    return true;
  }

  /** Ends the access of an account whose person the directory has ended. @returns whether it has */
  private async endsWithPerson({ id, linkId, confirmedAt }: LinkStatement): Promise<boolean> {
    // A change of the directory at the same time comes before or after.
    await this.store.lockTable('scim_users');
    if (!(await this.isEnded(id, linkId))) return false;
    // With the link id the account returns when the directory restores the person.
    const ended = await this.store.change(sql`UPDATE users SET link_id = ${linkId}, deactivated_at = ${confirmedAt}
      WHERE user_id = ${id} AND deactivated_at IS NULL`);
    await this.store.change(sql`DELETE FROM user_sessions WHERE user_id = ${id}`);
    if (ended > 0) this.logger.warn({ user: id }, 'ended the access of an account: the directory has ended its person');
    return true;
  }

  /** One account with one person. A person who belongs to an account stays with it, whoever else the provider calls so. */
  private async joinPerson({ id, linkId }: LinkStatement): Promise<void> {
    const person = await this.personOf(id, linkId);
    if (person === undefined || person.user_id === id) return;
    const own = await this.store.one(sql`SELECT scim_id FROM scim_users WHERE user_id = ${id}`);
    if (person.user_id === null && own === undefined)
      await this.store.change(sql`UPDATE scim_users SET user_id = ${id} WHERE scim_id = ${person.scim_id}`);
    else
      this.logger.warn(
        { user: id, person: person.scim_id, account: person.user_id },
        'an account was not joined with a person of the directory: one of them belongs to another',
      );
  }

  private async isEnded(id: string, linkId: string | null): Promise<boolean> {
    const person = await this.personOf(id, linkId);
    if (person !== undefined) return person.active === 0;
    return (await this.store.one(sql`SELECT removed_at FROM scim_removed WHERE external_id = ${linkId}`)) !== undefined;
  }

  /** The person of the directory that a link id names, first the one who belongs to the account. */
  private personOf(id: string, linkId: string | null): Promise<PersonRow | undefined> {
    return this.store.one<PersonRow>(
      sql`SELECT scim_id, active, user_id FROM scim_users WHERE external_id = ${linkId}
          ORDER BY CASE WHEN user_id = ${id} THEN 0 ELSE 1 END, number LIMIT 1`,
    );
  }

  private upsert(user: User): Sql {
    return sql`
      INSERT INTO users (user_id, issuer, subject, name, email, provider_groups, link_id, created_at, confirmed_at)
      VALUES (${user.id}, ${user.issuer}, ${user.subject}, ${user.name}, ${user.email}, ${JSON.stringify(user.providerGroups)},
        ${user.linkId},
        ${user.createdAt}, ${user.confirmedAt})
      ON CONFLICT (user_id) DO UPDATE SET name = excluded.name, email = excluded.email,
        provider_groups = excluded.provider_groups, link_id = excluded.link_id, confirmed_at = excluded.confirmed_at`;
  }
}
