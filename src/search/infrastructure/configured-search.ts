import { Logger } from '@nestjs/common';
import { ActiveConfiguration } from '../../config/domain/active-configuration.js';
import { BusyThreads } from '../../shared/infrastructure/busy-threads.js';
import { searchSettings } from '../domain/search-settings.js';
import { SearchThread } from './engine/search-thread.js';

/** The search thread, which follows the configuration in service. @param file path of the documents' database */
export async function configuredSearch(
  file: string,
  configuration: ActiveConfiguration,
  threads: BusyThreads,
): Promise<SearchThread> {
  const logger = new Logger('search');
  const thread = await SearchThread.start(file, searchSettings(configuration.current.document), (worker) =>
    threads.watch(worker),
  );
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
