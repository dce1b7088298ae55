import { Injectable } from '@nestjs/common';
import { accessGroups } from '../../shared/domain/access-groups.js';
import { CategoryPath, displayPath, foldPath } from '../../shared/domain/category-path.js';
import { InvalidInputError } from '../../shared/domain/domain-error.js';
import { IdGenerator } from '../../shared/domain/ids.js';
import { ApiKey, KeySecrets } from '../domain/api-key.js';
import { Caller, Scope, SCOPES } from '../domain/caller.js';
import { KeyStore, makerOf } from '../domain/key-store.js';
import { ExpiryClock } from './expiry-clock.js';

export interface KeyRequest {
  readonly name: string;
  readonly scopes: readonly Scope[];
  /** Undefined sees everything. */
  readonly allowedCategoryPaths: readonly CategoryPath[] | undefined;
  /** Any valid names; see `accessGroups`. */
  readonly groups: readonly string[];
  /** Any ISO 8601 time; undefined never expires. */
  readonly expiresAt: string | undefined;
  /** Id of the user whom a personal token belongs to. */
  readonly owner?: string;
  /** Who makes a key of a service; absent for a personal token. */
  readonly maker?: Caller;
}

/** A key with its secret, which is returned only once. */
export interface KeyWithSecret {
  readonly key: ApiKey;
  readonly secret: string;
}

function withoutRepeats(paths: readonly CategoryPath[]): CategoryPath[] {
  return [...new Map(paths.map((path) => [foldPath(path), displayPath(path)])).values()];
}

/**
 * Creates a key. Its secret is returned once and stored only as a hash.
 * @example
 * const { key, secret } = await createKey.create({
 *   name: 'intranet',
 *   scopes: ['query'],
 *   allowedCategoryPaths: [['Academic affairs']],
 *   groups: ['staff'],
 *   expiresAt: '2027-03-01T00:00:00Z',
 * });
 */
@Injectable()
export class CreateKey {
  constructor(
    private readonly store: KeyStore,
    private readonly secrets: KeySecrets,
    private readonly ids: IdGenerator,
    private readonly clock: ExpiryClock,
  ) {}

  /** @throws InvalidInputError if the expiry is in the past */
  async create(request: KeyRequest): Promise<KeyWithSecret> {
    const now = await this.clock.now();
    const expiresAt = request.expiresAt === undefined ? null : new Date(request.expiresAt);
    if (expiresAt !== null && expiresAt.getTime() <= now.getTime())
      throw new InvalidInputError([{ pointer: '/expires_at', detail: 'must be in the future' }]);
    const createdBy = request.maker && (await makerOf(request.maker, this.store));
    const { secret, prefix, hash } = await this.secrets.make();
    const key: ApiKey = {
      id: this.ids.next('key'),
      prefix,
      name: request.name,
      scopes: SCOPES.filter((scope) => request.scopes.includes(scope)),
      allowedCategoryPaths:
        request.allowedCategoryPaths === undefined ? null : withoutRepeats(request.allowedCategoryPaths),
      groups: accessGroups(request.groups),
      createdAt: now.toISOString(),
      expiresAt: expiresAt?.toISOString() ?? null,
      lastUsedAt: null,
      ...(request.owner === undefined ? {} : { owner: request.owner }),
      createdBy,
    };
    await this.store.insert({ ...key, secretHash: hash });
    return { key, secret };
  }
}
