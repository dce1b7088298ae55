import { Module } from '@nestjs/common';
import { Environment } from '../config/environment.js';
import { SearchModule } from '../search/search.module.js';
import { byStore } from '../shared/infrastructure/database/by-store.js';
import { ChangeDocument } from './application/change-document.js';
import { ChangeGroups } from './application/change-groups.js';
import { CompareEditions } from './application/compare-editions.js';
import { CompareTexts, BackfillTitleKeys } from './application/backfill-documents.js';
import { DeleteDocument } from './application/delete-document.js';
import { DocumentPreparation, IdentifyText } from './application/document-preparation.js';
import { FindDuplicates } from './application/find-duplicates.js';
import { ListOutdated } from './application/list-outdated.js';
import { LoadBulk } from './application/load-bulk.js';
import { SampleCorpus, SampleLoader, SampleState } from './application/load-samples.js';
import { ReadDocuments } from './application/read-documents.js';
import { ReadOriginal } from './application/read-original.js';
import { RecheckQuotes } from './application/recheck-quotes.js';
import { ReprocessDocuments } from './application/reprocess-documents.js';
import { StoreDocuments } from './application/store-documents.js';
import { StoreEdition } from './application/store-edition.js';
import { StoreUpload } from './application/store-upload.js';
import { ContentFingerprint, DocumentStore, PassageIndex, EditionStore } from './domain/document.js';
import { FindEditionDifferences } from './application/find-edition-differences.js';
import { DocumentTable } from './domain/document-table.js';
import { DuplicateIndex } from './domain/duplicate-index.js';
import { OriginalPacker, OriginalStore } from './domain/original.js';
import { PassageSplitter } from './domain/passage.js';
import { TextExtractor } from './domain/text-extractor.js';
import { TextRecognition } from './infrastructure/extraction/ocr/text-recognition.js';
import { WorkerTextExtractor } from './infrastructure/extraction/worker-text-extractor.js';
import { FileSampleCorpus, SqlSampleState } from './infrastructure/sample-documents.js';
import { SearchPassageIndex } from './infrastructure/search-passage-index.js';
import { Sha256Fingerprint } from './infrastructure/sha256-fingerprint.js';
import { SqlDocumentTable } from './infrastructure/sql-document-table.js';
import { SqlDuplicateIndex } from './infrastructure/sql-duplicate-index.js';
import { PostgresDocumentStore } from './infrastructure/postgres-document-store.js';
import { SqlEditionStore } from './infrastructure/sql-edition-store.js';
import { SqlOriginalStore, GzipOriginalPacker } from './infrastructure/sql-original-store.js';
import { SqliteDocumentStore } from './infrastructure/sqlite-document-store.js';
import { ThreadPassageSplitter } from './infrastructure/thread-passage-splitter.js';
import { BulkController } from './interface/bulk.controller.js';
import { DocumentsController } from './interface/documents.controller.js';
import { DuplicatesController } from './interface/duplicates.controller.js';
import { EditionsController } from './interface/editions.controller.js';
import { OriginalsController } from './interface/originals.controller.js';
import { UploadController } from './interface/upload.controller.js';

/** Documents of the organization: accepts, splits, stores and returns them. */
@Module({
  imports: [SearchModule],
  // Fixed routes come before the one with a parameter.
  controllers: [
    BulkController,
    UploadController,
    DuplicatesController,
    OriginalsController,
    EditionsController,
    DocumentsController,
  ],
  providers: [
    StoreDocuments,
    DocumentPreparation,
    ChangeDocument,
    ChangeGroups,
    ReadDocuments,
    RecheckQuotes,
    DeleteDocument,
    LoadBulk,
    StoreUpload,
    BackfillTitleKeys,
    CompareTexts,
    CompareEditions,
    FindEditionDifferences,
    ListOutdated,
    StoreEdition,
    FindDuplicates,
    IdentifyText,
    ReadOriginal,
    ReprocessDocuments,
    SampleLoader,
    { provide: SampleCorpus, useClass: FileSampleCorpus },
    { provide: SampleState, useClass: SqlSampleState },
    byStore(DocumentStore, SqliteDocumentStore, PostgresDocumentStore),
    { provide: DocumentTable, useClass: SqlDocumentTable },
    { provide: DuplicateIndex, useClass: SqlDuplicateIndex },
    { provide: EditionStore, useClass: SqlEditionStore },
    { provide: OriginalStore, useClass: SqlOriginalStore },
    { provide: OriginalPacker, useClass: GzipOriginalPacker },
    { provide: PassageIndex, useClass: SearchPassageIndex },
    { provide: ContentFingerprint, useClass: Sha256Fingerprint },
    {
      provide: TextExtractor,
      useFactory: (environment: Environment) =>
        new WorkerTextExtractor(new TextRecognition(environment.OCR === 'tesseract' ? 'tesseract' : 'none')),
      inject: [Environment],
    },
    { provide: PassageSplitter, useClass: ThreadPassageSplitter },
  ],
  exports: [
    StoreDocuments,
    LoadBulk,
    ReadDocuments,
    RecheckQuotes,
    FindEditionDifferences,
    // For sources, a part of this feature.
    StoreUpload,
    DeleteDocument,
    DocumentStore,
    OriginalStore,
  ],
})
export class DocumentsModule {}
