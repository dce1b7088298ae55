import { Module } from '@nestjs/common';
import { SearchModule } from '../search/search.module.js';
import { CheckFacts } from './application/check-facts.js';
import { SearchEvidenceSource } from './infrastructure/search-evidence-source.js';
import { FactCheckController } from './interface/fact-check.controller.js';
import { EvidenceSource } from './domain/fact-check.js';

/** Checks the claims of an answer against documents or texts of the request. */
@Module({
  imports: [SearchModule],
  controllers: [FactCheckController],
  providers: [CheckFacts, { provide: EvidenceSource, useClass: SearchEvidenceSource }],
  exports: [CheckFacts],
})
export class FactCheckModule {}
