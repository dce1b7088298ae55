import { Injectable } from '@nestjs/common';
import { NotFoundError } from '../../../shared/domain/domain-error.js';
import { Page } from '../../../shared/domain/page.js';
import { Dataset, DatasetFormat, DatasetSummary, DatasetFiles, DatasetStore } from '../domain/dataset.js';

/** The datasets of one caller. */
@Injectable()
export class ReadDatasets {
  constructor(
    private readonly store: DatasetStore,
    private readonly files: DatasetFiles,
  ) {}

  list(owner: string, limit: number, cursor: string | undefined): Promise<Page<DatasetSummary>> {
    return this.store.list(owner, limit, cursor);
  }

  /** @throws NotFoundError for an id that is unknown, or another caller's */
  async find(datasetId: string, owner: string): Promise<Dataset> {
    const dataset = await this.store.find(datasetId, owner);
    if (dataset === undefined) throw new NotFoundError('dataset', datasetId);
    return dataset;
  }

  /** The text of the dataset as a file. @throws NotFoundError */
  async exportAs(datasetId: string, owner: string, format: DatasetFormat): Promise<string> {
    return this.files.write(await this.find(datasetId, owner), format);
  }

  /** Sessions that asked its questions keep copies of them. @throws NotFoundError */
  async remove(datasetId: string, owner: string): Promise<void> {
    if (!(await this.store.remove(datasetId, owner))) throw new NotFoundError('dataset', datasetId);
  }
}
