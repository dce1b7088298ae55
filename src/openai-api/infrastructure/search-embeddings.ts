import { Injectable } from '@nestjs/common';
import { EmbedTexts } from '../../search/application/embed-texts.js';
import { CategoryFilter } from '../../shared/domain/category-filter.js';
import { EmbeddedTexts, TextEmbeddings } from '../domain/model.js';

/** Adapter of the search feature's embedding. */
@Injectable()
export class SearchEmbeddings extends TextEmbeddings {
  constructor(private readonly embedTexts: EmbedTexts) {
    super();
  }

  model(filter: CategoryFilter): Promise<string> {
    return this.embedTexts.model(filter);
  }

  async embed(texts: readonly string[], filter: CategoryFilter, signal: AbortSignal): Promise<EmbeddedTexts> {
    const { model, vectors, terms } = await this.embedTexts.embed(texts, filter, signal);
    return { model, vectors, tokens: terms };
  }
}
