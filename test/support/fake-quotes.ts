import { QuoteCheck, QuotedSource } from '../../src/shared/domain/quoted-source.js';

/** Every document is there, visible, and as it was. */
export class AllShown extends QuoteCheck {
  withheld(groups: readonly (readonly QuotedSource[])[]): Promise<readonly boolean[]> {
    return Promise.resolve(groups.map(() => false));
  }
}

/** Documents that are deleted, or invisible to the reader; counts the queries. */
export class SomeGone extends QuoteCheck {
  questions = 0;
  readonly gone: Set<string>;

  constructor(...gone: readonly string[]) {
    super();
    this.gone = new Set(gone);
  }

  withheld(groups: readonly (readonly QuotedSource[])[]): Promise<readonly boolean[]> {
    this.questions++;
    return Promise.resolve(groups.map((group) => group.some(({ documentId }) => this.gone.has(documentId))));
  }
}
