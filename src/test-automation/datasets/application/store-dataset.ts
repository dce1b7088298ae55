import { Injectable } from '@nestjs/common';
import { Clock } from '../../../shared/domain/clock.js';
import { Dataset, DatasetFormat, DatasetNote, DatasetFiles, DatasetStore } from '../domain/dataset.js';
import { itemRecord } from '../domain/item-record.js';
import { readItems } from '../domain/read-items.js';
import { stableHash } from '../../domain/seeded-random.js';

/** A dataset as the client sent it. */
export interface SentFile {
  /** The text of a file, or parsed JSON. */
  readonly content: unknown;
  /** If left out, it is detected from the content. */
  readonly format: DatasetFormat | undefined;
  readonly name: string | undefined;
}

export interface StoredDataset {
  readonly dataset: Dataset;
  /** False if the same questions were stored under the same name before. */
  readonly isNew: boolean;
  /** Parts of the file that are not used. */
  readonly notes: readonly DatasetNote[];
  /** The line of the file where a question starts, by its id; without those whose line is unknown. */
  readonly lines: ReadonlyMap<string, number>;
}

const UNNAMED = 'dataset';

/** Stores a team's own questions. */
@Injectable()
export class StoreDataset {
  constructor(
    private readonly files: DatasetFiles,
    private readonly store: DatasetStore,
    private readonly clock: Clock,
  ) {}

  /**
   * The same questions under the same name keep their id, so that a CI pipeline can store its file with each run.
   * @throws InvalidInputError (422) with every fault of the file and its location
   */
  async storeDataset({ content, format, name: given }: SentFile, owner: string): Promise<StoredDataset> {
    const sent = this.files.read(content, format);
    const items = readItems(sent.items);
    const name = given ?? sent.name ?? UNNAMED;
    const datasetId = `ds_${stableHash(JSON.stringify([name, items.map(itemRecord)]))}`;
    const dataset = { datasetId, owner, name, createdAt: this.clock.now().toISOString(), items };
    const isNew = await this.store.add(dataset);
    const stored = isNew ? dataset : ((await this.store.find(datasetId, owner)) ?? dataset);
    const lines = new Map(
      items.flatMap(({ id }, i): [string, number][] => {
        const line = sent.items[i]?.line;
        return line === undefined ? [] : [[id, line]];
      }),
    );
    return { dataset: stored, isNew, notes: sent.notes, lines };
  }
}
