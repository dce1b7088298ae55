import { dot } from '../../../shared/domain/dot-product.js';
import { Analyser } from '../../../text/tokens/analyser.js';
import { Scored } from '../domain/fusion.js';
import { embedNgrams } from '../../embedding/domain/ngram-embedding.js';
import { SearchIndex, SearchScope } from '../domain/search-index.js';
import { passageHeading } from '../../domain/indexed-passage.js';

function countsOf(terms: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
  return counts;
}

/**
 * Orders passages by the cosine of hashed character n-grams, which depend only on the text. The built-in embedding is
 * fitted on all documents, so its vectors leak information to a caller who sees only some.
 */
export class NgramRanker {
  constructor(
    private readonly index: SearchIndex,
    private readonly analyser: Analyser,
  ) {}

  /** @param ids passages found by words: ranking all of a large store would take seconds */
  async rank(question: string, ids: readonly number[], scope: SearchScope): Promise<readonly Scored[]> {
    const asked = this.vectorOf(question);
    const passages = await this.index.passages(ids, scope);
    return passages
      .map(({ id, title, section, text }) => ({
        id,
        score: dot(asked, this.vectorOf(`${passageHeading(title, section)}\n${text}`)),
      }))
      .sort((a, b) => b.score - a.score || a.id - b.id);
  }

  private vectorOf(text: string): Float32Array {
    return embedNgrams(countsOf(this.analyser.termsOf(text)));
  }
}
