import { Injectable } from '@nestjs/common';
import { Analyser } from '../../text/tokens/analyser.js';
import { TermAnalyser } from '../domain/similar-passages.js';

/** The index terms of the search feature. */
@Injectable()
export class SearchTermAnalyser extends TermAnalyser {
  constructor(private readonly analyser: Analyser) {
    super();
  }

  termsOf(text: string): readonly string[] {
    return this.analyser.termsOf(text);
  }
}
