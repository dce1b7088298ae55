import { Injectable } from '@nestjs/common';
import { ConflictError, NotFoundError } from '../../shared/domain/domain-error.js';
import { SynonymsDocument } from '../domain/configuration.js';
import { ConfigurationVersion, ConfigurationStore, ActiveConfiguration } from '../domain/configuration-version.js';
import { listPatch } from '../domain/list-patch.js';
import { ApplyConfigurationPatch } from './apply-configuration-patch.js';
import { FollowConfiguration } from './reload-configuration.js';

export interface RollBackRequest {
  readonly version: number;
  readonly basedOn?: number;
}

/** Activates an earlier version. Later versions stay in the history. */
@Injectable()
export class RollBackConfiguration {
  constructor(
    private readonly active: ActiveConfiguration,
    private readonly store: ConfigurationStore,
  ) {}

  /**
   * @param request `basedOn`: version that must be active
   * @throws NotFoundError if there is no such version, ConflictError if another one is active
   */
  async rollBack({ version, basedOn }: RollBackRequest): Promise<ConfigurationVersion> {
    const found = await this.store.find(version);
    if (found === undefined) throw new NotFoundError('configuration version', String(version));
    await this.store.activate(version, basedOn);
    this.active.put(found);
    return found;
  }
}

export type EditedSynonyms = Pick<SynonymsDocument, 'groups' | 'translations'>;

/** Why, and by whom: the id of a key or a person. */
export interface EditReason {
  readonly note: string;
  readonly author: string;
}

const copied = ({ groups, translations }: EditedSynonyms) => ({
  groups: groups.map(({ lang, words }) => ({ lang, words: [...words] })),
  translations: translations.map(({ ko, en }) => ({ ko: [...ko], en: [...en] })),
});

/** Changes of the configuration by hand, each made from a version that its author has read. */
@Injectable()
export class EditConfiguration {
  constructor(
    private readonly active: ActiveConfiguration,
    private readonly followed: FollowConfiguration,
    private readonly patches: ApplyConfigurationPatch,
    private readonly rollBack: RollBackConfiguration,
  ) {}

  /**
   * Replaces the synonyms. The change is a patch of the rows that differ, so that it is kept when the file of synonyms is edited.
   * @param base version that the synonyms were made from @returns the version in service, the same one if nothing differs
   * @throws ConflictError if another version is in service, InvalidInputError for synonyms that are not valid
   */
  async replaceSynonyms(
    base: number,
    synonyms: EditedSynonyms,
    { note, author }: EditReason,
  ): Promise<ConfigurationVersion> {
    const current = await this.currentFrom(base);
    const [before, after] = [copied(current.document.synonyms), copied(synonyms)];
    const patch = [
      ...listPatch('/synonyms/groups', before.groups, after.groups),
      ...listPatch('/synonyms/translations', before.translations, after.translations),
    ];
    return patch.length === 0 ? current : this.patches.apply({ patch, note, basedOn: base, author });
  }

  /** Puts an earlier version in service again. @throws ConflictError as `replaceSynonyms`, NotFoundError */
  async restore(base: number, version: number): Promise<ConfigurationVersion> {
    const current = await this.currentFrom(base);
    return version === base ? current : this.rollBack.rollBack({ version, basedOn: base });
  }

  private async currentFrom(base: number): Promise<ConfigurationVersion> {
    await this.followed.follow();
    const { current } = this.active;
    if (current.version === base) return current;
    throw new ConflictError(
      `Version ${base} of the configuration is no longer in service, but ${current.version} is; read it and make the change again.`,
    );
  }
}
