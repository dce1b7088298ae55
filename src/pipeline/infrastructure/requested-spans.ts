import { SearchHit } from '../../search/ranking/domain/passage-ranking.js';
import { spansOfPart } from '../../search/known-item/domain/provision-text.js';
import { Evidence } from '../domain/evidence.js';
import { AskedStretch } from '../domain/retriever.js';

/**
 * The spans of the passages that the question asks for by number, provision by provision. A part that its provision does not have is left
 * out.
 */
export function askedStretches(hits: readonly SearchHit[], evidence: readonly Evidence[]): AskedStretch[] {
  const orders = new Set(hits.flatMap(({ asked = [] }) => asked.map(({ order }) => order)));
  return [...orders]
    .sort((a, b) => a - b)
    .flatMap((order) => {
      const pieces = hits
        .flatMap(({ asked = [], passage }, i) => {
          const part = asked.find((one) => one.order === order)?.part;
          const found = evidence[i];
          return part === undefined || found === undefined ? [] : [{ part, passage, found }];
        })
        .sort((a, b) => a.passage.start - b.passage.start);
      const texts = pieces.map(({ passage }) => passage.text);
      const spans = spansOfPart(texts, pieces[0]?.part ?? {}) ?? [];
      return spans.flatMap(({ piece, start, end }) => {
        const passage = pieces[piece]?.found;
        return passage === undefined ? [] : [{ evidence: passage, start, end }];
      });
    });
}
