import { Injectable } from '@nestjs/common';
import { Clock } from '../../shared/domain/clock.js';
import { ConflictError } from '../../shared/domain/domain-error.js';
import { ActiveConfiguration } from '../domain/active-configuration.js';
import { asJson } from '../domain/as-json.js';
import { Configuration } from '../domain/configuration.js';
import { ConfigurationSchema, ConfigurationStore, ConfigurationVersion } from '../domain/configuration-version.js';
import { applyPatch, JsonPatch } from '../domain/json-patch.js';

export interface PatchRequest {
  /** RFC 6902, over `{intents, synonyms, pipeline}`: `/synonyms/groups/-`, `/pipeline/components/hyde/vague_words`. */
  readonly patch: JsonPatch;
  /** Why, for the history. */
  readonly note: string;
  /** Version that the patch was made for; another one in service is a conflict. */
  readonly basedOn?: number;
}

/** Changes the configuration in service by a patch; the result is a version of its own. */
@Injectable()
export class ApplyConfigurationPatch {
  constructor(
    private readonly active: ActiveConfiguration,
    private readonly schema: ConfigurationSchema,
    private readonly store: ConfigurationStore,
    private readonly clock: Clock,
  ) {}

  /** What the patch would give, without storing it. @throws InvalidInputError when it cannot be applied or its result is no configuration */
  preview({ patch }: Pick<PatchRequest, 'patch'>): Configuration {
    return this.schema.check(applyPatch(asJson(this.active.current.document), patch));
  }

  /** @throws InvalidInputError as `preview`; ConflictError when another version than `basedOn` is in service */
  async apply(request: PatchRequest): Promise<ConfigurationVersion> {
    const { current } = this.active;
    if (request.basedOn !== undefined && request.basedOn !== current.version)
      throw new ConflictError(
        `The patch was made for version ${request.basedOn} of the configuration, but ${current.version} is in service; make it anew.`,
      );
    const document = this.preview(request);
    const version = await this.store.add({
      filesHash: current.filesHash,
      patches: [...current.patches, request.patch],
      document,
      note: request.note,
      createdAt: this.clock.now().toISOString(),
    });
    this.active.put(version);
    return version;
  }
}
