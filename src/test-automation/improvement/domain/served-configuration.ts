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

/** What of the configuration in service a repair may change. */
export interface ConfigurationView {
  readonly version: number;
  /** In order; the first that fits decides. */
  readonly intents: readonly IntentRuleView[];
  readonly synonyms: readonly SynonymGroupView[];
  /** Every number of the pipeline's part by its JSON Pointer: `/pipeline/search/first/words`. */
  readonly numbers: ReadonlyMap<string, number>;
}

/** A change of the configuration as it was done. */
export interface AppliedPatch {
  readonly baseVersion: number;
  readonly version: number;
}

/** The versioned configuration in service. */
export abstract class ServedConfiguration {
  abstract current(): ConfigurationView;
  /** Makes a new version and puts it in service, both or neither. @throws ConflictError when another version than `basedOn` is in service, InvalidInputError */
  abstract apply(patch: Patch, note: string, basedOn: number): Promise<AppliedPatch>;
  /**
   * Puts the version before the patch back in service; where other changes came after it, takes this patch alone back, as a new version.
   * @returns the version in service then. @throws ConflictError when a later change touches the same place
   */
  abstract takeBack(patch: Patch, applied: AppliedPatch, note: string): Promise<number>;
}
