import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { DeleteDocument } from '../../src/documents/application/delete-document.js';
import { SampleLoader } from '../../src/documents/application/load-samples.js';
import { StoreDocuments } from '../../src/documents/application/store-documents.js';
import { DocumentStore } from '../../src/documents/domain/document.js';
import { AnswerQuestion } from '../../src/pipeline/application/answer-question.js';
import { Answer } from '../../src/pipeline/domain/answer.js';
import { ComponentName } from '../../src/pipeline/domain/trace.js';
import { Retrieval, Retriever } from '../../src/pipeline/domain/retriever.js';
import { OptimizeIndex } from '../../src/search/maintenance/application/optimize-index.js';
import { ReadIndexStatus } from '../../src/search/maintenance/application/read-index-status.js';
import { isoDay } from '../../src/shared/domain/clock.js';
import { UNRESTRICTED } from '../../src/shared/domain/category-filter.js';
import { RunningApplication, startApplication } from '../support/application.js';
import { draft } from '../support/memory-documents.js';
import { QuestionSet } from './question-set.js';

const TOP_K = 10;
/** As many passages as the pipeline compares the sentences of. */
const READ = 15;
const BATCH = 64;

/** A question on its day; today without one. */
export interface Message {
  readonly text: string;
  readonly asOf: string | undefined;
}

export interface Circumstances {
  /** Components that are switched off for it. */
  readonly off?: readonly ComponentName[];
  /** The conversation that it belongs to. */
  readonly conversation?: string | undefined;
}

/** The whole application over one set's documents, in process, with its own store. */
export class AnsweringService {
  private constructor(private readonly running: RunningApplication) {}

  static async over(set: Pick<QuestionSet, 'name' | 'documents'>): Promise<AnsweringService> {
    // Time limits are wide: the bench measures the answer, not this machine.
    const running = await startApplication({ PIPELINE_TIMEOUT_MULTIPLIER: '60' });
    const service = new AnsweringService(running);
    if (set.documents === 'samples') await service.part(SampleLoader).load(() => undefined);
    else
      for (let i = 0; i < set.documents.length; i += BATCH)
        await service.part(StoreDocuments).storeAll(
          set.documents
            .slice(i, i + BATCH)
            .map(({ id, title, text, canonical_path: canonicalPath = [set.name] }) =>
              draft(id, text || title, { title: title || id, canonicalPath }),
            ),
          UNRESTRICTED,
        );
    // A server fits the built-in embedding by itself some seconds after a load; left to that, the first questions are ranked
    // without it, and how many those are depends on how busy the machine is.
    await service.part(OptimizeIndex).optimize(() => undefined);
    return service;
  }

  ask(message: Message, { off = [], conversation }: Circumstances = {}): Promise<Answer> {
    return this.part(AnswerQuestion).answerQuestion({
      message: message.text,
      conversationId: conversation,
      owner: 'bench',
      filter: UNRESTRICTED,
      asOf: message.asOf,
      topK: TOP_K,
      switches: Object.fromEntries(off.map((name) => [name, false])),
    });
  }

  /** What the pipeline has before it judges: passages and the question's words. */
  retrieve(message: Message): Promise<Retrieval> {
    return this.part(Retriever).retrieve(
      {
        question: message.text,
        topK: READ,
        filter: UNRESTRICTED,
        asOf: message.asOf ?? isoDay(new Date(), 'UTC'),
        synonyms: true,
        feedback: true,
        beside: undefined,
        hybrid: true,
        rerank: true,
      },
      new AbortController().signal,
    );
  }

  documentText(documentId: string): Promise<string | undefined> {
    return this.stored(documentId).then((document) => document?.text);
  }

  /** Removes the document, runs the work, and stores the document again. */
  async afterRemoving<T>(documentId: string, work: () => Promise<T>): Promise<T> {
    const kept = await this.stored(documentId);
    if (kept === undefined) throw new Error(`The set has no document ${documentId}.`);
    await this.part(DeleteDocument).delete(documentId, UNRESTRICTED);
    try {
      return await work();
    } finally {
      await this.part(StoreDocuments).one(kept, UNRESTRICTED);
    }
  }

  /** Whether the built-in embedding is fitted on the loaded documents. */
  async isFitted(): Promise<boolean> {
    const { model, refitDue } = await this.part(ReadIndexStatus).read(UNRESTRICTED);
    return model !== undefined && !refitDue;
  }

  stop(): Promise<void> {
    return this.running.stop();
  }

  private stored(documentId: string): ReturnType<DocumentStore['find']> {
    return this.part(DocumentStore).find(documentId, UNRESTRICTED);
  }

  private part<T>(type: Parameters<NestFastifyApplication['get']>[0] & { readonly prototype: T }): T {
    return this.running.app.get<T>(type, { strict: false });
  }
}
