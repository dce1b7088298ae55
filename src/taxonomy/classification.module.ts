import { Module } from '@nestjs/common';
import { SearchModule } from '../search/search.module.js';
import { ClassifyText, GatherEvidence } from './application/classify-text.js';
import { SimilarPassages, LearnedCategories } from './domain/similar-passages.js';
import { CategoryModelsThread } from './infrastructure/category-models-thread.js';
import { SearchSimilarPassages } from './infrastructure/search-similar-passages.js';
import { ClassificationController } from './interface/classification.controller.js';

/**
 * Separate from the versions module: search depends on the versions, since it returns the active one, and classification depends on search.
 */
@Module({
  imports: [SearchModule],
  controllers: [ClassificationController],
  providers: [
    ClassifyText,
    GatherEvidence,
    { provide: LearnedCategories, useClass: CategoryModelsThread },
    { provide: SimilarPassages, useClass: SearchSimilarPassages },
  ],
})
export class ClassificationModule {}
