import { Page } from '../../../shared/domain/page.js';
import { Dataset, DatasetSummary } from './dataset.js';

/** Stores datasets. Another caller's dataset is not found. */
export abstract class DatasetStore {
  /** @returns false if the caller already has a dataset with this id; nothing changes then */
  abstract add(dataset: Dataset): Promise<boolean>;
  abstract find(datasetId: string, owner: string): Promise<Dataset | undefined>;
  /** By id. */
  abstract list(owner: string, limit: number, cursor: string | undefined): Promise<Page<DatasetSummary>>;
  /** @returns whether it existed */
  abstract remove(datasetId: string, owner: string): Promise<boolean>;
}
