import { Page } from '../../../shared/domain/page.js';
import { Dataset, DatasetSummary } from './dataset.js';

/** Keeps datasets. Another caller's dataset is not found. */
export abstract class DatasetStore {
  /** @returns false where the caller has a dataset of this id already; nothing changes then */
  abstract add(dataset: Dataset): Promise<boolean>;
  abstract find(datasetId: string, owner: string): Promise<Dataset | undefined>;
  /** By id. */
  abstract list(owner: string, limit: number, cursor: string | undefined): Promise<Page<DatasetSummary>>;
  /** @returns whether there was one */
  abstract remove(datasetId: string, owner: string): Promise<boolean>;
}
