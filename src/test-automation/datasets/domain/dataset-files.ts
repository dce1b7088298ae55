import { Dataset, DatasetFormat, SentDataset } from './dataset.js';

/** Reads and writes datasets in file formats. */
export abstract class DatasetFiles {
  /**
   * @param content the text of a file, or parsed JSON
   * @param format default: detected from the content
   * @throws InvalidInputError (422) with the line, for content that does not match the format
   */
  abstract read(content: unknown, format: DatasetFormat | undefined): SentDataset;
  abstract write(dataset: Pick<Dataset, 'name' | 'items'>, format: DatasetFormat): string;
}
