import { Module } from '@nestjs/common';
import { CbrModule } from '../cbr/cbr.module.js';
import { DocumentsModule } from '../documents/documents.module.js';
import { PipelineModule } from '../pipeline/pipeline.module.js';
import { SearchModule } from '../search/search.module.js';
import { FindExamples } from './application/find-examples.js';
import { ExampleCandidates, ExampleTrials } from './domain/example.js';
import { CaseCandidates } from './infrastructure/case-candidates.js';
import { DocumentCandidates } from './infrastructure/document-candidates.js';
import { PipelineTrials } from './infrastructure/pipeline-trials.js';
import { StoredCandidates } from './infrastructure/stored-candidates.js';
import { ExamplesController } from './interface/examples.controller.js';

/** Examples of questions for the page Ask: made of the caller's own documents, and asked on trial before they are shown. */
@Module({
  imports: [CbrModule, DocumentsModule, PipelineModule, SearchModule],
  controllers: [ExamplesController],
  providers: [
    FindExamples,
    CaseCandidates,
    DocumentCandidates,
    { provide: ExampleCandidates, useClass: StoredCandidates },
    { provide: ExampleTrials, useClass: PipelineTrials },
  ],
})
export class ExamplesModule {}
