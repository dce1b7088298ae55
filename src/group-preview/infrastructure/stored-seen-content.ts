import { Injectable } from '@nestjs/common';
import { ReadDocuments } from '../../documents/application/read-documents.js';
import { UnrecordedAnswers } from '../../pipeline/application/unrecorded-answers.js';
import { CategoryFilter } from '../../shared/domain/category-filter.js';
import { TaxonomyReader } from '../../taxonomy/application/taxonomy-reader.js';
import { CategoryTreeNode } from '../../taxonomy/domain/category-tree.js';
import { CURRENT } from '../../taxonomy/domain/taxonomy-version.js';
import { SeenAnswer, SeenCategory, SeenContent, SeenDocument } from '../domain/group-preview.js';

const filled = (nodes: readonly CategoryTreeNode[]): SeenCategory[] =>
  nodes.flatMap(({ path, documentCount, children }) => [
    ...(documentCount === 0 ? [] : [{ path, documents: documentCount }]),
    ...filled(children),
  ]);

/** By the use cases that answer a person. */
@Injectable()
export class StoredSeenContent extends SeenContent {
  constructor(
    private readonly taxonomy: TaxonomyReader,
    private readonly stored: ReadDocuments,
    private readonly answers: UnrecordedAnswers,
  ) {
    super();
  }

  async categories(filter: CategoryFilter): Promise<readonly SeenCategory[]> {
    return filled((await this.taxonomy.tree(CURRENT, filter)).nodes);
  }

  async documents(filter: CategoryFilter, limit: number): Promise<readonly SeenDocument[]> {
    return (await this.stored.list({ filter, path: undefined, cursor: undefined, limit })).items;
  }

  answer(question: string, filter: CategoryFilter): Promise<SeenAnswer> {
    return this.answers.answer(question, filter);
  }
}
