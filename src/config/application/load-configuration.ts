import { Injectable } from '@nestjs/common';
import { Clock } from '../../shared/domain/clock.js';
import {
  ConfigurationFiles,
  ConfigurationSchema,
  ConfigurationStore,
  ConfigurationVersion,
} from '../domain/configuration-version.js';
import { DomainError, InvalidInputError } from '../../shared/domain/domain-error.js';
import { asJson } from '../domain/as-json.js';
import { Configuration } from '../domain/configuration.js';
import { applyPatch, Json, JsonPatch } from '../domain/json-patch.js';

/** What was applied to the configuration cannot be applied to its files as they are now. */
export class PatchesDoNotFitError extends DomainError {
  constructor(reason: string) {
    super(
      'conflict',
      'configuration-patches',
      `The files of data/config were edited so that what was applied to the configuration does not fit any more; undo the edit, or roll back to a version without the patch: ${reason}`,
    );
  }
}

/**
 * The version that the files and the history together give. Files that are as they were leave the active version in service; files that
 * somebody edited make a new version, with the patches of the active one replayed on them, so that neither an edit nor a proven repair is lost.
 */
@Injectable()
export class LoadConfiguration {
  constructor(
    private readonly files: ConfigurationFiles,
    private readonly schema: ConfigurationSchema,
    private readonly store: ConfigurationStore,
    private readonly clock: Clock,
  ) {}

  /** @throws InvalidInputError when a file is no configuration, PatchesDoNotFitError when a patch does not fit the edited files */
  async load(): Promise<ConfigurationVersion> {
    const sources = await this.files.read();
    // The files themselves are checked, so that a fault of theirs is not taken for one of a patch.
    const plain = this.schema.check(sources.document);
    const active = await this.store.active();
    if (active?.filesHash === sources.hash) return active;
    const patches = active?.patches ?? [];
    const document = patches.length === 0 ? plain : this.replayed(asJson(plain), patches);
    return this.store.add({
      filesHash: sources.hash,
      patches,
      document,
      note: active === undefined ? 'the files of data/config' : 'the files of data/config were edited',
      createdAt: this.clock.now().toISOString(),
    });
  }

  private replayed(files: Json, patches: readonly JsonPatch[]): Configuration {
    try {
      return this.schema.check(patches.reduce(applyPatch, files));
    } catch (error) {
      if (error instanceof InvalidInputError) throw new PatchesDoNotFitError(error.message);
      throw error;
    }
  }
}
