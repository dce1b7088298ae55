import { RANKING, RankingSettings } from './ranking-settings.js';

/** What may be changed about the search while it runs. All of it can be sent to another thread. */
export interface SearchSettings {
  /** Groups of words that mean the same. */
  readonly synonyms: readonly (readonly string[])[];
  readonly ranking: RankingSettings;
}

/** No synonyms, and the weights as they were chosen. */
export const PLAIN_SETTINGS: SearchSettings = { synonyms: [], ranking: RANKING };
