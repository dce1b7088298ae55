import { Injectable } from '@nestjs/common';
import { Clock } from '../../shared/domain/clock.js';
import { ConflictError } from '../../shared/domain/domain-error.js';
import { Configuration } from '../domain/configuration.js';
import {
  ConfigurationSchema,
  ConfigurationStore,
  ConfigurationVersion,
  ActiveConfiguration,
} from '../domain/configuration-version.js';
import { applyPatch, JsonPatch, asJson } from '../domain/json-patch.js';

export interface PatchRequest {
  /** RFC 6902, over `{intents, synonyms, pipeline}`: `/synonyms/groups/-`, `/pipeline/components/hyde/vague_words`. */
  readonly patch: JsonPatch;
  /** Reason for the change, for the history. */
  readonly note: string;
  /** Version that the patch was made for; a conflict if another one is active. */
  readonly basedOn?: number;
  /** Id of the key or the person whose change it is. */
  readonly author?: string;
}

/** Applies a patch to the active configuration; the result is a new version. */
@Injectable()
export class ApplyConfigurationPatch {
  constructor(
    private readonly active: ActiveConfiguration,
    private readonly schema: ConfigurationSchema,
    private readonly store: ConfigurationStore,
    private readonly clock: Clock,
  ) {}

  /**
   * Returns the result of the patch without storing it. @throws InvalidInputError if it cannot be applied or its result
   * is not a valid configuration
   */
  preview({ patch }: Pick<PatchRequest, 'patch'>): Configuration {
    return this.schema.check(applyPatch(asJson(this.active.current.document), patch));
  }

  /** @throws InvalidInputError as `preview`; ConflictError if another version than `basedOn` is active */
  async apply(request: PatchRequest): Promise<ConfigurationVersion> {
    const { current } = this.active;
    if (request.basedOn !== undefined && request.basedOn !== current.version)
      throw new ConflictError(
        `The patch was made for version ${request.basedOn} of the configuration, but ${current.version} is in service; make it again for that version.`,
      );
    const document = this.preview(request);
    const version = await this.store.add(
      {
        filesHash: current.filesHash,
        patches: [...current.patches, request.patch],
        document,
        note: request.note,
        createdAt: this.clock.now().toISOString(),
        createdBy: request.author ?? null,
      },
      request.basedOn,
    );
    this.active.put(version);
    return version;
  }
}
