import { SearchSettings } from '../ranking/domain/search-settings.js';
import { SearchPassages } from './search-passages.js';

/** A search over the documents in service, with settings of its own: what it tries, nobody else's search feels. */
export interface SearchSandbox {
  readonly passages: SearchPassages;
  /** Searches that are asked from now on follow these settings. */
  use(settings: SearchSettings): Promise<void>;
  close(): Promise<void>;
}

/** Opens searches to try settings in. */
export abstract class SearchSandboxes {
  /** Loads a second index, so that it costs the memory of one until it is closed. */
  abstract open(settings: SearchSettings): Promise<SearchSandbox>;
}
