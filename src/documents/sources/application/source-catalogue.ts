import { Injectable } from '@nestjs/common';
import { UNRESTRICTED } from '../../../shared/domain/category-filter.js';
import { administers, CurrentRights } from '../../../shared/domain/current-rights.js';
import { NotFoundError } from '../../../shared/domain/domain-error.js';
import { SourceDefinitions, SourceRights } from '../domain/source-connectors.js';
import { SourceStore } from '../domain/source-store.js';
import { SERVER_OWNER, Source } from '../domain/source.js';

/** Whether a caller without a key may read the files of this machine: only if the server listens on loopback only. */
export class AnonymousTrust {
  constructor(
    readonly anonymousId: string,
    readonly isTrusted: boolean,
  ) {}
}

/** All sources: those of the API and those of the configuration. */
@Injectable()
export class SourceCatalogue {
  constructor(
    private readonly store: SourceStore,
    private readonly definitions: SourceDefinitions,
    private readonly rights: CurrentRights,
    private readonly trust: AnonymousTrust,
  ) {}

  /**
   * Sorted by name.
   * @throws InvalidInputError when `sources.json` has a fault
   */
  async list(): Promise<readonly Source[]> {
    const all = [...(await this.definitions.list()), ...(await this.store.list())];
    return all.sort((a, b) => (a.settings.name < b.settings.name ? -1 : 1));
  }

  /** @throws NotFoundError */
  async find(sourceId: string): Promise<Source> {
    const stored = await this.store.find(sourceId);
    const source = stored ?? (await this.definitions.list()).find(({ id }) => id === sourceId);
    if (source === undefined) throw new NotFoundError('source', sourceId);
    return source;
  }

  /** What an owner may do now; undefined when its key has ended or may no longer store documents. */
  async rightsOf(owner: string): Promise<SourceRights | undefined> {
    if (owner === SERVER_OWNER) return { filter: UNRESTRICTED, isUnlimited: true };
    const rights = await this.rights.of(owner);
    if (rights?.mayUse('ingest') !== true) return undefined;
    const isTrusted = owner !== this.trust.anonymousId || this.trust.isTrusted;
    return { filter: rights.filter, isUnlimited: isTrusted && administers(rights) };
  }
}
