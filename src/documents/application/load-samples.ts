import { Injectable } from '@nestjs/common';
import { UNRESTRICTED } from '../../shared/domain/category-filter.js';
import { DocumentDraft, DocumentStore } from '../domain/document.js';
import { StoreDocuments } from './store-documents.js';

/** The sample corpora that come with the program. */
export abstract class SampleCorpus {
  abstract documents(): Promise<readonly DocumentDraft[]>;
}

/** The progress of loading the samples: an interrupted load resumes; a store with other documents is not changed. */
export abstract class SampleState {
  abstract read(): Promise<'none' | 'started' | 'done'>;
  abstract write(state: 'started' | 'done'): Promise<void>;
}

/** Documents per transaction. */
const BATCH = 64;

/** Fills an empty store with the samples, so that the first question finds documents. */
@Injectable()
export class SampleLoader {
  constructor(
    private readonly corpus: SampleCorpus,
    private readonly store: StoreDocuments,
    private readonly documents: DocumentStore,
    private readonly state: SampleState,
  ) {}

  async load(progress: (done: number, total: number) => void): Promise<void> {
    if (!(await this.needed())) return;
    await this.state.write('started');
    const drafts = await this.corpus.documents();
    for (let i = 0; i < drafts.length; i += BATCH) {
      progress(i, drafts.length);
      await this.store.storeAll(drafts.slice(i, i + BATCH), UNRESTRICTED);
    }
    await this.state.write('done');
    progress(drafts.length, drafts.length);
  }

  private async needed(): Promise<boolean> {
    const state = await this.state.read();
    if (state !== 'none') return state === 'started';
    const first = await this.documents.list({ filter: UNRESTRICTED, path: undefined, after: '', limit: 1 });
    return first.items.length === 0;
  }
}
