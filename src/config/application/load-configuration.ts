import { Injectable } from '@nestjs/common';
import { Clock } from '../../shared/domain/clock.js';
import {
  ConfigurationFiles,
  ConfigurationSchema,
  ConfigurationStore,
  ConfigurationVersion,
} from '../domain/configuration-version.js';
import { DomainError, InvalidInputError } from '../../shared/domain/domain-error.js';
import { Configuration } from '../domain/configuration.js';
import { applyPatch, Json, JsonPatch, asJson } from '../domain/json-patch.js';

/** The applied patches do not fit the edited files. */
export class PatchesDoNotFitError extends DomainError {
  constructor(reason: string) {
    super(
      'conflict',
      'configuration-patches',
      `The files of data/config were edited so that an applied patch no longer fits; undo the edit, or roll back to a version without the patch: ${reason}`,
    );
  }
}

/**
 * The version that results from files and history. Unchanged files leave the active version. Edited files make a new
 * version, with the patches of the active one replayed on them, so that neither an edit nor a verified improvement is
 * lost.
 */
@Injectable()
export class LoadConfiguration {
  constructor(
    private readonly files: ConfigurationFiles,
    private readonly schema: ConfigurationSchema,
    private readonly store: ConfigurationStore,
    private readonly clock: Clock,
  ) {}

  /**
   * @throws InvalidInputError if a file is not a valid configuration, PatchesDoNotFitError if a patch does not fit the
   * edited files
   */
  async load(): Promise<ConfigurationVersion> {
    const sources = await this.files.read();
    // Validates the files alone first, so that a fault of a file is not reported as one of a patch.
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
      createdBy: null,
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
