import { Body, Controller, HttpCode, Post, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { EffectiveFilter, RequiresScope } from '../../access/interface/access.decorators.js';
import type { CategoryFilter } from '../../shared/domain/category-filter.js';
import { ApiProblems } from '../../shared/interface/api-errors.decorator.js';
import { ClassifyText } from '../application/classify-text.js';
import { ClassificationDto, ClassifyTextDto } from './classification.dto.js';
import { abortSignal } from '../../shared/interface/on-response-close.js';

const DEFAULT_TOP_K = 5;

@ApiTags('taxonomy')
@Controller()
export class ClassificationController {
  constructor(private readonly classifyText: ClassifyText) {}

  /**
   * Finds the category of a text, as deep as its confidence allows, and others to select from. It uses the documents
   * that the caller may see and that are in force.
   */
  @Post('classify')
  @HttpCode(200)
  @RequiresScope('query')
  @ApiProblems(400, 401, 403, 413, 415, 422, 429)
  async classify(
    @Body() { text, title, top_k: topK }: ClassifyTextDto,
    @EffectiveFilter() filter: CategoryFilter,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ClassificationDto> {
    const request = { text, title, topK: topK ?? DEFAULT_TOP_K, filter, signal: abortSignal(reply) };
    return new ClassificationDto(await this.classifyText.classify(request));
  }
}
