import { Injectable } from '@nestjs/common';
import { ConflictError, InvalidInputError, NotFoundError } from '../../../shared/domain/domain-error.js';
import { IdGenerator } from '../../../shared/domain/ids.js';
import { SourceStore } from '../domain/source-store.js';
import { Source, SourceSettings } from '../domain/source.js';
import { CheckSource } from './check-source.js';
import { SourceCatalogue } from './source-catalogue.js';
import { StartSync } from './start-sync.js';
import { SyncFile } from './sync-file.js';

/** The caller that changes sources. */
export interface SourceCaller {
  readonly id: string;
  /** Whether it sees the sources of all keys. */
  readonly isAdministrator: boolean;
}

/** Creates, shows, changes and deletes sources. A caller sees its own sources; an administrator sees all. */
@Injectable()
export class ManageSources {
  constructor(
    private readonly catalogue: SourceCatalogue,
    private readonly store: SourceStore,
    private readonly checks: CheckSource,
    private readonly sync: StartSync,
    private readonly files: SyncFile,
    private readonly ids: IdGenerator,
  ) {}

  async list(caller: SourceCaller): Promise<readonly Source[]> {
    return (await this.catalogue.list()).filter((source) => isSeenBy(source, caller));
  }

  /** @throws NotFoundError for an unknown source and for a source of another key */
  async read(sourceId: string, caller: SourceCaller): Promise<Source> {
    const source = await this.catalogue.find(sourceId);
    if (!isSeenBy(source, caller)) throw new NotFoundError('source', sourceId);
    return source;
  }

  /** @throws InvalidInputError, or DomainError (403) for categories and places that the caller may not use */
  async create(settings: SourceSettings, caller: SourceCaller): Promise<Source> {
    await this.checks.check(settings, caller.id, undefined);
    const source: Source = { id: this.ids.next('source'), origin: 'api', owner: caller.id, settings };
    await this.store.put(source);
    return source;
  }

  /** Replaces the settings; pausing stops a run. The source keeps its owner, the key that created it, unless that key has ended. */
  async change(sourceId: string, settings: SourceSettings, caller: SourceCaller): Promise<Source> {
    const source = await this.changeable(sourceId, caller);
    if (source.settings.kind !== settings.kind)
      throw new InvalidInputError([
        { pointer: '/kind', detail: `is ${source.settings.kind} and stays so; make another source` },
      ]);
    const owner = (await this.catalogue.rightsOf(source.owner)) === undefined ? caller.id : source.owner;
    await this.checks.check(settings, owner, sourceId);
    const changed = { ...source, owner, settings };
    await this.store.put(changed);
    if (settings.paused) await this.sync.stop(sourceId);
    return changed;
  }

  /** Removes the source; its documents are removed with it or stay. */
  async remove(sourceId: string, caller: SourceCaller, documents: 'delete' | 'keep'): Promise<void> {
    const source = await this.changeable(sourceId, caller);
    await this.sync.stop(sourceId);
    if (documents === 'delete') await this.files.removeAll(sourceId, await this.checks.rightsOf(source.owner));
    await this.store.remove(sourceId);
  }

  private async changeable(sourceId: string, caller: SourceCaller): Promise<Source> {
    const source = await this.read(sourceId, caller);
    if (source.origin === 'file')
      throw new ConflictError(`The source '${source.settings.name}' is defined in sources.json; change it there.`);
    return source;
  }
}

function isSeenBy({ owner }: Source, caller: SourceCaller): boolean {
  return caller.isAdministrator || owner === caller.id;
}
