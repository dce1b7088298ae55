import { Dataset, DatasetFormat, SentDataset } from './dataset.js';

/** Reads and writes datasets in the forms of files. */
export abstract class DatasetFiles {
  /**
   * @param content the text of a file, or JSON that was parsed already
   * @param format left out, what the content holds tells
   * @throws InvalidInputError (422) for what is not of the form, with its line
   */
  abstract read(content: unknown, format: DatasetFormat | undefined): SentDataset;
  abstract write(dataset: Pick<Dataset, 'name' | 'items'>, format: DatasetFormat): string;
}
