import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { EffectiveFilter, RequiresScope } from '../../access/interface/access.decorators.js';
import type { CategoryFilter } from '../../shared/domain/category-filter.js';
import { ApiProblems } from '../../shared/interface/api-errors.decorator.js';
import { FindExamples } from '../application/find-examples.js';
import { ExamplesDto, ExamplesQueryDto } from './examples.dto.js';

/** Example questions. */
@ApiTags('Chat')
@Controller('chat')
export class ExamplesController {
  constructor(private readonly examples: FindExamples) {}

  /**
   * Questions about the documents that the caller may see, of which the service knows the right answer. Each was asked with the caller's
   * rights: its answer quotes the passage that the question was made from, in a document in force. Cached until the store changes; no model
   * is called, and no conversation is stored.
   */
  @Get('examples')
  @RequiresScope('query')
  @ApiProblems(401, 422, 429)
  async list(@Query() query: ExamplesQueryDto, @EffectiveFilter() filter: CategoryFilter): Promise<ExamplesDto> {
    const found = await this.examples.findExamples(filter, query.language ?? 'en');
    return {
      items: found.map(({ question, language, documentId }) => ({ question, language, document_id: documentId })),
    };
  }
}
