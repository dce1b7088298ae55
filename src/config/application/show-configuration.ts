import { Injectable } from '@nestjs/common';
import { decodeCursor, encodeCursor, Page } from '../../shared/domain/page.js';
import { ConfigurationChange, configurationChanges } from '../domain/configuration-difference.js';
import {
  ConfigurationFile,
  ConfigurationFiles,
  ConfigurationStore,
  ConfigurationSummary,
  ConfigurationVersion,
  ActiveConfiguration,
} from '../domain/configuration-version.js';
import { asJson } from '../domain/json-patch.js';
import { FollowConfiguration } from './reload-configuration.js';
import { NotFoundError } from '../../shared/domain/domain-error.js';

/** Reads the active configuration, an earlier one, or the latest versions. */
@Injectable()
export class ReadConfiguration {
  constructor(
    private readonly active: ActiveConfiguration,
    private readonly store: ConfigurationStore,
  ) {}

  /** The active version. */
  read(): ConfigurationVersion {
    return this.active.current;
  }

  /** @throws NotFoundError */
  async version(version: number): Promise<ConfigurationVersion> {
    const found = await this.store.find(version);
    if (found === undefined) throw new NotFoundError('configuration version', String(version));
    return found;
  }

  /** Newest first. */
  history(limit: number): Promise<readonly ConfigurationVersion[]> {
    return this.store.history(limit);
  }
}

/** The version in service with the files of its folders. */
export interface ShownConfiguration {
  readonly current: ConfigurationVersion;
  readonly files: readonly ConfigurationFile[];
  /** Why the files cannot be used now. */
  readonly problem: string | undefined;
}

/** A version with what it changed. */
export interface ComparedVersion {
  readonly version: ConfigurationVersion;
  readonly isActive: boolean;
  /** Against the version before it; null for the first one. */
  readonly changes: readonly ConfigurationChange[] | null;
}

/** Shows the configuration and its versions to those who look after it. */
@Injectable()
export class ShowConfiguration {
  constructor(
    private readonly active: ActiveConfiguration,
    private readonly followed: FollowConfiguration,
    private readonly reading: ReadConfiguration,
    private readonly files: ConfigurationFiles,
    private readonly store: ConfigurationStore,
  ) {}

  async current(): Promise<ShownConfiguration> {
    await this.followed.follow();
    return { current: this.active.current, files: await this.files.list(), problem: this.active.problem };
  }

  /** Newest first. @throws InvalidInputError for a cursor that no page returned */
  async versions(request: {
    readonly limit: number;
    readonly cursor: string | undefined;
  }): Promise<Page<ConfigurationSummary>> {
    const before = request.cursor === undefined ? Number.MAX_SAFE_INTEGER : decodeCursor(request.cursor);
    const found = await this.store.summaries(before, request.limit + 1);
    const items = found.slice(0, request.limit);
    const last = items.at(-1);
    return {
      items,
      nextCursor: found.length > items.length && last !== undefined ? encodeCursor(last.version) : null,
    };
  }

  /** @throws NotFoundError */
  async version(number: number): Promise<ComparedVersion> {
    const version = await this.reading.version(number);
    const before = await this.store.find(number - 1);
    return {
      version,
      isActive: (await this.store.activeNumber()) === number,
      changes: before === undefined ? null : configurationChanges(asJson(before.document), asJson(version.document)),
    };
  }
}
