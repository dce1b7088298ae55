import { Injectable } from '@nestjs/common';
import { CategoryFilter } from '../../shared/domain/category-filter.js';
import { displayPath } from '../../shared/domain/category-path.js';
import { DomainError } from '../../shared/domain/domain-error.js';
import { IdGenerator } from '../../shared/domain/ids.js';
import { Case } from '../domain/case.js';
import { caseRecord, readCaseRecord } from '../domain/case-record.js';
import { requireInside } from './create-case.js';
import { CaseBatch, WriteCases } from './write-cases.js';

/** One record of an import, or its fault. */
export interface ImportLine {
  /** From 1. */
  readonly line: number;
  readonly record: Readonly<Record<string, unknown>> | DomainError;
}

export interface ImportOutcome {
  /** New or changed. */
  readonly imported: number;
  readonly unchanged: number;
  readonly failed: number;
  /** The first MAX_ERRORS. */
  readonly errors: readonly { readonly line: number; readonly caseId: string | undefined; readonly detail: string }[];
}

const MAX_ERRORS = 100;
/** Cases per transaction: they share one sync of the disk. */
const BATCH = 128;

type Outcome = 'imported' | 'unchanged' | DomainError;

/** Imports cases in the format of an export, times and counts included. A bad line is rejected alone. */
@Injectable()
export class ImportCases {
  constructor(
    private readonly cases: WriteCases,
    private readonly ids: IdGenerator,
  ) {}

  async import(lines: AsyncIterable<ImportLine>, filter: CategoryFilter): Promise<ImportOutcome> {
    const tally = { imported: 0, unchanged: 0, failed: 0, errors: new Array<ImportOutcome['errors'][number]>() };
    let batch: ImportLine[] = [];
    const flush = async () => {
      const outcomes = await this.write(batch, filter);
      for (const [i, outcome] of outcomes.entries()) {
        if (!(outcome instanceof DomainError)) {
          tally[outcome]++;
          continue;
        }
        tally.failed++;
        const { line, record } = batch[i] ?? { line: 0, record: outcome };
        const caseId =
          record instanceof DomainError || typeof record['case_id'] !== 'string' ? undefined : record['case_id'];
        if (tally.errors.length < MAX_ERRORS) tally.errors.push({ line, caseId, detail: outcome.message });
      }
      batch = [];
    };
    for await (const line of lines) if (batch.push(line) >= BATCH) await flush();
    await flush();
    return tally;
  }

  private async write(lines: readonly ImportLine[], filter: CategoryFilter): Promise<Outcome[]> {
    if (lines.length === 0) return [];
    return this.cases.run(async (batch) => {
      const outcomes: Outcome[] = [];
      for (const { record } of lines) outcomes.push(await this.one(record, filter, batch));
      return outcomes;
    });
  }

  private async one(record: ImportLine['record'], filter: CategoryFilter, batch: CaseBatch): Promise<Outcome> {
    if (record instanceof DomainError) return record;
    const read = readCaseRecord(record, { caseId: this.ids.next('case'), now: this.cases.now() });
    if (read instanceof DomainError) return read;
    const named: Case = { ...read, categoryPath: displayPath(read.categoryPath) };
    // Before any lookup: if the caller may not store the case, the error discloses nothing about the id.
    try {
      requireInside(filter, named.categoryPath);
    } catch (error) {
      if (error instanceof DomainError) return error;
      throw error;
    }
    const known = await batch.current(named.caseId, filter);
    // A line without an id gets a random one, which no other case has.
    const isNamed = record['case_id'] !== undefined;
    const caseId = known?.caseId ?? (isNamed ? await batch.freeId(named.caseId, filter) : named.caseId);
    const one: Case = { ...named, caseId };
    if (known !== undefined && JSON.stringify(caseRecord(known)) === JSON.stringify(caseRecord(one)))
      return 'unchanged';
    await batch.put(one);
    return 'imported';
  }
}

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
