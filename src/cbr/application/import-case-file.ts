import { Injectable } from '@nestjs/common';
import { CategoryFilter } from '../../shared/domain/category-filter.js';
import { ImportCases, ImportLine, ImportOutcome } from './import-cases.js';

/** Reads the cases of a `cbr_system.db` of the specification's own program. The file is not trusted. */
export abstract class CaseFileReader {
  /** @throws DomainError (422) for another kind of file */
  abstract read(bytes: Uint8Array): AsyncIterable<ImportLine>;
}

/** Imports the cases of another installation's database file. */
@Injectable()
export class ImportCaseFile {
  constructor(
    private readonly reader: CaseFileReader,
    private readonly importCases: ImportCases,
  ) {}

  import(bytes: Uint8Array, filter: CategoryFilter): Promise<ImportOutcome> {
    return this.importCases.import(this.reader.read(bytes), filter);
  }
}
