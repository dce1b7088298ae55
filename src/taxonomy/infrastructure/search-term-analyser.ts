import { Injectable } from '@nestjs/common';
import { Analyser } from '../../text/tokens/analyser.js';
import { TermAnalyser } from '../domain/similar-passages.js';

/** The terms by which the search feature finds passages. */
@Injectable()
export class SearchTermAnalyser extends TermAnalyser {
  constructor(private readonly analyser: Analyser) {
    super();
  }

  termsOf(text: string): readonly string[] {
    return this.analyser.termsOf(text);
  }
}
