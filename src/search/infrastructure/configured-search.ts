import { Logger } from '@nestjs/common';
import { ActiveConfiguration } from '../../config/domain/active-configuration.js';
import { Configuration } from '../../config/domain/configuration.js';
import { RANKING } from '../domain/ranking-settings.js';
import { SearchSettings } from '../domain/search-settings.js';
import { SearchThread } from './engine/search-thread.js';

/** What of the configuration concerns the search. */
export function searchSettings({ synonyms, pipeline }: Configuration): SearchSettings {
  const { first, second, decisive, feedback_passages, feedback_terms, beside_weight } = pipeline.search;
  return {
    synonyms: synonyms.groups.map((group) => group.words),
    ranking: {
      ...RANKING,
      first: [first.words, first.vector],
      second: [second.words, second.feedback_words, second.vector],
      decisive,
      feedbackPassages: feedback_passages,
      feedbackTerms: feedback_terms,
      besideWeight: beside_weight,
    },
  };
}

/** The search thread, which follows the configuration in service. @param file path of the documents' database */
export async function configuredSearch(file: string, configuration: ActiveConfiguration): Promise<SearchThread> {
  const logger = new Logger('search');
  const thread = await SearchThread.start(file, searchSettings(configuration.current.document));
  configuration.onChange(({ document }) => {
    thread.use(searchSettings(document)).catch((error: unknown) => {
      logger.error(
        { err: error },
        'the search thread did not take the new configuration; a thread that replaces it will',
      );
    });
  });
  return thread;
}
