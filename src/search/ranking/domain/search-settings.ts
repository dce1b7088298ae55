import type { Translation } from '../../query/domain/grouped-synonyms.js';
import { RANKING, RankingSettings } from './ranking-settings.js';

/** What may be changed about the search while it runs. All of it can be sent to another thread. */
export interface SearchSettings {
  /** Groups of words that mean the same. */
  readonly synonyms: readonly (readonly string[])[];
  /** What words and phrases of one language are called in another. */
  readonly translations: readonly Translation[];
  readonly ranking: RankingSettings;
}

/** No synonyms, and the weights as they were chosen. */
export const PLAIN_SETTINGS: SearchSettings = { synonyms: [], translations: [], ranking: RANKING };

/** What of a configuration concerns the search; the versioned configuration is one. */
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

/** The settings that a configuration asks for. */
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
