import { Patch } from './experiment-sandbox.js';

export interface IntentRuleView {
  readonly id: string;
  readonly intent: string;
  /** Regular expressions as text. */
  readonly patterns: readonly string[];
}

export interface SynonymGroupView {
  readonly lang: 'en' | 'ko';
  readonly words: readonly string[];
}

/** The parts of the configuration in service that a repair may change. */
export interface ConfigurationView {
  readonly version: number;
  /** In order; the first match decides. */
  readonly intents: readonly IntentRuleView[];
  readonly synonyms: readonly SynonymGroupView[];
  /** Every number of the pipeline's part by its JSON Pointer: `/pipeline/search/first/words`. */
  readonly numbers: ReadonlyMap<string, number>;
}

/** An applied change of the configuration. */
export interface AppliedPatch {
  readonly baseVersion: number;
  readonly version: number;
}

/** Why, and by whom: the id of a key or a person; undefined for a change of the program itself. */
export interface ChangeReason {
  readonly note: string;
  readonly author?: string;
}

/** The versioned configuration in service. */
export abstract class ServedConfiguration {
  abstract current(): ConfigurationView;
  /**
   * Makes a new version and puts it in service in one transaction. @throws ConflictError if another version than `basedOn` is in service,
   * InvalidInputError
   */
  abstract apply(patch: Patch, reason: ChangeReason, basedOn: number): Promise<AppliedPatch>;
  /**
   * Restores the version before the patch. If other changes followed, reverts only this patch, as a new version.
   * @returns the version in service then
   * @throws ConflictError if a later change touches the same value
   */
  abstract takeBack(patch: Patch, applied: AppliedPatch, reason: ChangeReason): Promise<number>;
}
