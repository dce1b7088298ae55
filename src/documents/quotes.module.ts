import { Global, Module } from '@nestjs/common';
import { QuoteCheck } from '../shared/domain/quoted-source.js';
import { RecheckQuotes } from './application/recheck-quotes.js';
import { DocumentsModule } from './documents.module.js';

/** Gives every feature that keeps words of documents the check that it asks before it shows them. */
@Global()
@Module({
  imports: [DocumentsModule],
  providers: [{ provide: QuoteCheck, useExisting: RecheckQuotes }],
  exports: [QuoteCheck],
})
export class QuotesModule {}
