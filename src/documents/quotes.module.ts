import { Global, Module } from '@nestjs/common';
import { QuoteCheck } from '../shared/domain/quoted-source.js';
import { EditionDifferences } from '../shared/domain/edition-differences.js';
import { FindEditionDifferences } from './application/find-edition-differences.js';
import { RecheckQuotes } from './application/recheck-quotes.js';
import { DocumentsModule } from './documents.module.js';

/** Provides the check that every feature with quotations of documents calls before it shows them, and what new editions changed. */
@Global()
@Module({
  imports: [DocumentsModule],
  providers: [
    { provide: QuoteCheck, useExisting: RecheckQuotes },
    { provide: EditionDifferences, useExisting: FindEditionDifferences },
  ],
  exports: [QuoteCheck, EditionDifferences],
})
export class QuotesModule {}
