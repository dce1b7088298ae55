import { Global, Module } from '@nestjs/common';
import { QuoteCheck } from '../shared/domain/quoted-source.js';
import { RecheckQuotes } from './application/recheck-quotes.js';
import { DocumentsModule } from './documents.module.js';

/** Provides the check that every feature with quotations of documents calls before it shows them. */
@Global()
@Module({
  imports: [DocumentsModule],
  providers: [{ provide: QuoteCheck, useExisting: RecheckQuotes }],
  exports: [QuoteCheck],
})
export class QuotesModule {}
