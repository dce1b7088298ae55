import { Logger } from '@nestjs/common';
import { ActiveConfiguration } from '../../../config/domain/configuration-version.js';
import { BusyThreads } from '../../../shared/infrastructure/busy-threads.js';
import { searchSettings } from '../../ranking/domain/search-settings.js';
import { SearchWorkerPrewarm } from './search-worker-prewarm.js';
import { snapshotPathOf } from './index-snapshot-file.js';
import { SearchThread } from './search-thread.js';

/**
 * Creates the search thread, which follows the configuration in service and loads its index while the rest of the
 * program starts.
 * @param file path of the documents' database
 * @param lexicon folders of the lexicon
 * @param isMirror the file is filled again at each start, so that a snapshot of its index would be useless
 */
export function configuredSearch(
  {
    file,
    lexicon,
    isMirror,
  }: { readonly file: string; readonly lexicon: readonly string[]; readonly isMirror: boolean },
  configuration: ActiveConfiguration,
  { threads, early }: { readonly threads: BusyThreads; readonly early?: SearchWorkerPrewarm | undefined },
): SearchThread {
  const logger = new Logger('search');
  const settings = searchSettings(configuration.current.document);
  const image = { path: snapshotPathOf(file), isKept: true };
  const thread = SearchThread.begin(file, isMirror ? { settings, lexicon } : { settings, lexicon, image }, {
    early,
    onLaunch: (worker) => threads.watch(worker),
  });
  threads.watchQueue(() => thread.callsWaiting);
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
