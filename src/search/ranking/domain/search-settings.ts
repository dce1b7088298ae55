import type { Translation } from '../../query/domain/grouped-synonyms.js';
import { RANKING, RankingSettings } from './ranking-settings.js';

/** Search settings that may change at run time. They can be sent to another thread. */
export interface SearchSettings {
  /** Groups of words with the same meaning. */
  readonly synonyms: readonly (readonly string[])[];
  /** Names of words and phrases in another language. */
  readonly translations: readonly Translation[];
  readonly ranking: RankingSettings;
}

/** No synonyms, and the default weights. */
export const PLAIN_SETTINGS: SearchSettings = { synonyms: [], translations: [], ranking: RANKING };

/** The part of a configuration that concerns the search; the versioned configuration has it. */
export interface SearchConfiguration {
  readonly synonyms: {
    readonly groups: readonly { readonly words: readonly string[] }[];
    readonly translations: readonly Translation[];
  };
  readonly pipeline: {
    readonly search: {
      readonly first: { readonly words: number; readonly vector: number };
      readonly second: { readonly words: number; readonly feedback_words: number; readonly vector: number };
      readonly decisive: number;
      readonly feedback_passages: number;
      readonly feedback_terms: number;
      readonly beside_weight: number;
    };
  };
}

/** The search settings of a configuration. */
export function searchSettings({ synonyms, pipeline }: SearchConfiguration): SearchSettings {
  const { first, second, decisive, feedback_passages, feedback_terms, beside_weight } = pipeline.search;
  return {
    synonyms: synonyms.groups.map((group) => group.words),
    translations: synonyms.translations,
    ranking: {
      ...RANKING,
      first: [first.words, first.vector],
      second: [second.words, second.feedback_words, second.vector],
      decisive,
      feedbackPassages: feedback_passages,
      feedbackTerms: feedback_terms,
      expansionWeight: beside_weight,
    },
  };
}
