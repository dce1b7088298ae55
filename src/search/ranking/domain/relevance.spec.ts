import fc from 'fast-check';
import { Analyser, Lexicon } from '../../../text/tokens/analyser.js';
import { GroupedSynonyms } from '../../query/domain/grouped-synonyms.js';
import { analyseQuery } from '../../query/domain/query.js';
import { inverseDocumentFrequency, RelevanceModel } from './relevance.js';
import { calibrate, RelevanceFeatures } from './relevance-features.js';

class SmallLexicon extends Lexicon {
  stem(word: string): string {
    return word.replace(/(ing|s)$/u, '');
  }
  isStopWord(word: string): boolean {
    return ['the', 'of', 'is', 'a'].includes(word);
  }
}

const analyser = new Analyser(new SmallLexicon());
const synonyms = new GroupedSynonyms([['등록금', '수업료']]);
/** Ten passages in total; every known term occurs in one of them. */
const idf = (term: string) => inverseDocumentFrequency(term === '' ? 0 : 1, 10);
const model = (question: string) => new RelevanceModel(analyseQuery(question, { analyser, synonyms }), analyser, idf);
const score = (question: string, text: string, heading = '규정') =>
  model(question).score({ heading: model(question).positions(heading), body: model(question).positions(text) });

const word = fc.constantFrom(
  '휴학',
  '신청',
  '기간',
  '등록금',
  '수업료',
  '도서관',
  'library',
  'loan',
  'period',
  '제8조',
  '11,200',
  '그리고',
  'the',
  '😀',
);
const text = fc.array(word, { maxLength: 15 }).map((words) => words.join(' '));
const share = fc.double({ min: 0, max: 1, noNaN: true });
const features: fc.Arbitrary<RelevanceFeatures> = fc.record({
  coverage: share,
  heading: share,
  phrase: share,
  proximity: share,
});

describe('RelevanceModel', () => {
  it('counts the words of a phrase with other names one by one', () => {
    const phrases = new GroupedSynonyms([['sick leave', 'medical absence']]);
    const asked = (question: string) =>
      new RelevanceModel(analyseQuery(question, { analyser, synonyms: phrases }), analyser, idf);
    expect(asked('sick leave').contentWords).toHaveLength(1);
    expect(asked('sick leave').wordsWritten).toBe(2);
    expect(asked('등록금 신청').wordsWritten).toBe(2);
    expect(asked('library').wordsWritten).toBe(1);
  });

  it('returns a score and features from 0 to 1 for any question and passage', () => {
    fc.assert(
      fc.property(text, text, text, (question, heading, body) => {
        const relevance = score(question, body, heading);
        for (const value of [relevance.score, ...Object.values(relevance.features)]) {
          expect(value).toBeGreaterThanOrEqual(0);
          expect(value).toBeLessThanOrEqual(1 + 1e-9);
        }
      }),
    );
  });

  it('does not cover less if the passage contains more', () => {
    fc.assert(
      fc.property(text, text, text, (question, body, more) => {
        expect(score(question, `${body} ${more}`).features.coverage).toBeGreaterThanOrEqual(
          score(question, body).features.coverage - 1e-9,
        );
      }),
    );
  });

  it('covers all of a question with the question itself, and nothing with another topic', () => {
    expect(score('휴학 신청 기간', '휴학 신청 기간').features.coverage).toBeCloseTo(1);
    expect(score('휴학 신청 기간', '도서관 loan').features.coverage).toBe(0);
  });

  it('ranks a passage with all words before one with half of them, and that before one with none', () => {
    const [all, half, none] = [
      '휴학 신청 기간은 한 달이다',
      '휴학 중에는 등교하지 아니한다',
      '도서관은 아홉 시에 연다',
    ].map((body) => score('휴학 신청 기간', body).score);
    expect(all ?? 0).toBeGreaterThan(half ?? 0);
    expect(half ?? 0).toBeGreaterThan(none ?? 0);
  });

  it('matches a word by its synonym, with a little less credit', () => {
    const own = score('등록금', '등록금 안내').features.coverage;
    const other = score('등록금', '수업료 안내').features.coverage;
    expect(other).toBeGreaterThan(0);
    expect(other).toBeLessThan(own);
  });

  it('recognises adjacent words', () => {
    const near = score('휴학 기간', '휴학 기간 도서관 대출 열람 자료').features;
    const far = score('휴학 기간', '휴학 도서관 대출 열람 자료 기간').features;
    expect(near.proximity).toBeGreaterThan(far.proximity);
    expect(near.phrase).toBeGreaterThan(far.phrase);
  });

  it('lists matched terms that the passage contains', () => {
    fc.assert(
      fc.property(text, text, (question, body) => {
        const held = new Set(analyser.termsOf(body));
        expect(score(question, body, '').matchedTerms.every((term) => held.has(term))).toBe(true);
      }),
    );
  });

  it('gives a kind of the topic a little less credit than the topic itself, and a compound that starts with it all of it', () => {
    const asked = model('휴학 기간');
    const [thing, kind, whole] = ['휴학은 한 학기이다', '가족돌봄휴학은 한 학기이다', '휴학신청서를 낸다'].map(
      (body) => asked.shares(body)[0] ?? 0,
    );
    expect(thing).toBe(1);
    expect(whole).toBe(1);
    expect(kind).toBeLessThan(1);
    expect(kind).toBeGreaterThan(0.5);
  });

  it('finds the two words that a user wrote together, if no text joins them', () => {
    const ofWords = (words: readonly string[]) => {
      const known = new Set(words.flatMap((one) => analyser.termsOf(one)));
      return new RelevanceModel(analyseQuery('휴학신청', { analyser, synonyms }), analyser, (term) =>
        inverseDocumentFrequency(known.has(term) ? 1 : 0, 10),
      );
    };
    const apart = ofWords(['휴학', '신청']);
    expect(apart.shares('휴학은 3월에 신청한다.')[0]).toBe(1);
    expect(apart.shares('휴학은 3월에 한다.')[0]).toBeLessThan(0.5);
    // If texts join it, or if a part of it occurs nowhere, the word is used as it is.
    expect(ofWords(['휴학신청']).shares('휴학은 3월에 신청한다.')[0]).toBeLessThan(0.6);
    expect(ofWords(['휴학']).shares('휴학은 3월에 한다.')[0]).toBeLessThan(0.5);
  });

  it('returns the share of some terms that the question contains, under any name', () => {
    const asked = model('등록금의 납부는 언제까지인가요?');
    expect(asked.askedShare(analyser.termsOf('납부기간'))).toBeCloseTo(1 / 3);
    expect(asked.askedShare(analyser.termsOf('수업료'))).toBe(1);
    expect(asked.askedShare(analyser.termsOf('도서관'))).toBe(0);
    expect(asked.askedShare([])).toBe(0);
  });

  it('returns for a text and its spans what each has by itself', () => {
    const spans = (texts: readonly string[]) => {
      let at = 0;
      return texts.map((one) => ({ start: at, end: (at += one.length) }));
    };
    fc.assert(
      fc.property(text, fc.array(text, { maxLength: 6 }), (question, parts) => {
        const asked = model(question);
        const sentences = parts.map((part) => `${part}.\n`);
        const found = asked.sharesOfSpans(sentences.join(''), spans(sentences));
        expect(found.whole).toEqual(asked.shares(sentences.join('')));
        expect(found.spans).toEqual(sentences.map((part) => asked.shares(part)));
      }),
    );
    const gap = model('휴학 기간').sharesOfSpans('휴학 신청. 기간', [{ start: 3, end: 7 }]);
    expect(gap).toEqual({ whole: [1, 1], spans: [[0, 0]] });
  });

  it('returns a share for each content word', () => {
    fc.assert(
      fc.property(text, text, (question, body) => {
        const asked = model(question);
        const shares = asked.shares(body);
        expect(shares).toHaveLength(asked.contentWords.length);
        expect(shares.every((s) => s >= 0 && s <= 1 + 1e-9)).toBe(true);
      }),
    );
  });
});

describe('calibrate', () => {
  it('returns a probability that is never exactly zero', () => {
    fc.assert(fc.property(features, (f) => calibrate(f) > 0 && calibrate(f) <= 1));
  });

  it('does not fall if a feature rises', () => {
    const name = fc.constantFrom('coverage', 'heading', 'phrase', 'proximity');
    fc.assert(
      fc.property(features, name, share, (f, feature, other) => {
        const value = Math.max(f[feature], other);
        expect(calibrate({ ...f, [feature]: value })).toBeGreaterThanOrEqual(calibrate(f));
      }),
    );
  });
});

describe('inverseDocumentFrequency', () => {
  it('is positive, and falls with the number of passages that contain the term', () => {
    fc.assert(
      fc.property(fc.nat({ max: 1000 }), fc.nat({ max: 1000 }), fc.nat({ max: 1000 }), (a, b, more) => {
        const passages = Math.max(a, b) + more;
        expect(inverseDocumentFrequency(Math.min(a, b), passages)).toBeGreaterThanOrEqual(
          inverseDocumentFrequency(Math.max(a, b), passages),
        );
        expect(inverseDocumentFrequency(a, passages)).toBeGreaterThan(0);
      }),
    );
  });
});
