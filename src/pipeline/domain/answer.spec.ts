import fc from 'fast-check';
import { attachSources, toSource } from './answer.js';
import { ComposedAnswer, ComposedCitation } from './composer.js';
import { Evidence } from './evidence.js';

function passage(chunkId: string, text: string, start = 0): Evidence {
  return {
    chunkId,
    documentId: chunkId.split('#')[0] ?? chunkId,
    title: 'Kiln rules',
    section: 'Firing',
    url: 'https://pottery.example/kiln',
    date: '2024-03-01',
    version: '2',
    canonicalPath: ['Pottery'],
    start,
    text,
    score: 0.8,
    deleted: false,
    titleWords: [],
    aside: false,
    headingShares: [],
    passageShares: [],
    sentences: [],
  };
}

function composed(citations: readonly ComposedCitation[]): ComposedAnswer {
  const usage = { provider: 'fake', model: 'fake', inputTokens: 0, outputTokens: 0, costUsd: 0 };
  return { text: '', citations, usage, degraded: [], abstained: false };
}

const cite = (chunkId: string, quoteStart: number, quoteEnd: number, start = 0): ComposedCitation => ({
  start,
  end: start + quoteEnd - quoteStart,
  chunkId,
  quoteStart,
  quoteEnd,
});

const DOCUMENT = 'Preface. Glaze is thin. Wood ash melts. Bowls are dried. End.';
const GLAZE = passage('glaze#0', DOCUMENT.slice(9, 56), 9);
const KILN = passage('kiln#2', 'The kiln fires at night.', 300);

describe('attachSources', () => {
  it('numbers passages in the order of their first citation', () => {
    const { sources, citations } = attachSources(
      composed([cite('kiln#2', 0, 8), cite('glaze#0', 0, 14), cite('kiln#2', 9, 24)]),
      [GLAZE, KILN],
    );
    expect(sources.map((s) => [s.n, s.chunkId])).toEqual([
      [1, 'kiln#2'],
      [2, 'glaze#0'],
    ]);
    expect(citations.map((c) => c.sourceN)).toEqual([1, 2, 1]);
  });

  it('quotes a passage from its first cited sentence to its last, in any order of the citations', () => {
    const { sources } = attachSources(composed([cite('glaze#0', 31, 47), cite('glaze#0', 0, 14)]), [GLAZE]);
    expect(sources.map((s) => s.quote)).toEqual(['Glaze is thin. Wood ash melts. Bowls are dried.']);
  });

  it('lists only cited passages', () => {
    expect(attachSources(composed([]), [GLAZE, KILN])).toEqual({ sources: [], citations: [] });
  });

  it('keeps the offsets of each citation in the answer, with its quote in the document', () => {
    const { citations } = attachSources(composed([cite('kiln#2', 4, 8, 17)]), [KILN]);
    expect(citations).toEqual([{ start: 17, end: 21, sourceN: 1, quoteStart: 304, quoteEnd: 308 }]);
  });

  it('gives quotes that are in the stored document at their offsets, and cites only listed sources', () => {
    const place = fc.tuple(fc.nat({ max: GLAZE.text.length }), fc.nat({ max: GLAZE.text.length }));
    fc.assert(
      fc.property(fc.array(place, { minLength: 1, maxLength: 5 }), (places) => {
        const { sources, citations } = attachSources(
          composed(places.map(([a, b]) => cite('glaze#0', Math.min(a, b), Math.max(a, b)))),
          [KILN, GLAZE],
        );
        for (const source of sources) expect(DOCUMENT.slice(source.start, source.end)).toBe(source.quote);
        for (const [i, cited] of citations.entries())
          expect(DOCUMENT.slice(cited.quoteStart, cited.quoteEnd)).toBe(
            GLAZE.text.slice(Math.min(...places[i]!), Math.max(...places[i]!)),
          );
        const listed = sources.map((s) => s.n);
        expect(citations.every((c) => listed.includes(c.sourceN))).toBe(true);
      }),
    );
  });
});

describe('toSource', () => {
  it('copies the metadata of the passage, and whether it only confirms', () => {
    expect(toSource(KILN, 3, { from: 4, to: 8, corroborating: true })).toEqual({
      n: 3,
      documentId: 'kiln',
      chunkId: 'kiln#2',
      title: 'Kiln rules',
      section: 'Firing',
      url: 'https://pottery.example/kiln',
      date: '2024-03-01',
      version: '2',
      edition: { label: '2', effectiveFrom: null, effectiveTo: null },
      canonicalPath: ['Pottery'],
      quote: 'kiln',
      score: 0.8,
      start: 304,
      end: 308,
      corroborating: true,
    });
  });
});
