import { Injectable } from '@nestjs/common';
import { MeaningSource } from '../../../search/embedding/domain/static-embedding/static-embedding.js';
import { TextComparison, TextComparisonSource } from '../../domain/text-comparison.js';
import { nearnessBy } from '../domain/meaning.js';
import { textComparison } from '../domain/text-comparison.js';

/** The judge's comparison with the meaning vectors of the service. */
@Injectable()
export class VectorTextComparison extends TextComparisonSource {
  constructor(private readonly meaning: MeaningSource) {
    super();
  }

  async load(): Promise<TextComparison> {
    return textComparison(nearnessBy(await this.meaning.load()));
  }
}
