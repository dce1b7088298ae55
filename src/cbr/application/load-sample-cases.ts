import { Injectable } from '@nestjs/common';
import { UNRESTRICTED } from '../../shared/domain/category-filter.js';
import { CaseStore, SampleCaseState } from '../domain/case-store.js';
import { ImportCases, ImportLine } from './import-cases.js';

/** The sample cases of the program, in the format of an export. */
export abstract class SampleCases {
  abstract records(): AsyncIterable<ImportLine>;
}

/** Fills an empty case base with the samples. */
@Injectable()
export class LoadSampleCases {
  constructor(
    private readonly samples: SampleCases,
    private readonly importCases: ImportCases,
    private readonly store: CaseStore,
    private readonly state: SampleCaseState,
  ) {}

  /** @throws Error if a sample is not a valid case */
  async load(): Promise<void> {
    if (!(await this.needed())) return;
    await this.state.write('started');
    const { errors } = await this.importCases.import(this.samples.records(), UNRESTRICTED);
    const [first] = errors;
    if (first !== undefined) throw new Error(`The sample case in line ${first.line} is not valid: ${first.detail}`);
    await this.state.write('done');
  }

  private async needed(): Promise<boolean> {
    const state = await this.state.read();
    return state === 'none' ? (await this.store.count()) === 0 : state === 'started';
  }
}
