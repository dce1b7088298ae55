import { SearchSettings } from '../ranking/domain/search-settings.js';
import { SearchPassages } from './search-passages.js';

/** A search over the documents in service with its own settings; it does not affect other searches. */
export interface SearchSandbox {
  readonly passages: SearchPassages;
  /** Later searches use these settings. */
  use(settings: SearchSettings): Promise<void>;
  close(): Promise<void>;
}

/** Creates sandboxes for trying settings. */
export abstract class SearchSandboxes {
  /** Loads a second index, which uses the memory of one until it is closed. */
  abstract open(settings: SearchSettings): Promise<SearchSandbox>;
}
