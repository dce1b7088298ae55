import { CheckFacts } from '../../../fact-check/application/check-facts.js';
import { Clock } from '../../../shared/domain/clock.js';
import { SearchPassages } from '../../../search/application/search-passages.js';
import { MeaningSource } from '../../../search/embedding/domain/static-embedding/static-embedding.js';
import { DocumentSource } from '../../domain/session-scope.js';
import { Gold } from '../../domain/question.js';
import { FactCheckClaims } from './fact-check-claims.js';

type Request = Parameters<CheckFacts['check']>[0];

describe('FactCheckClaims', () => {
  it('never reads source marks as numbers of the claim after them, and does not change offsets', async () => {
    const asked: Request[] = [];
    const facts = {
      check: (request: Request) => {
        asked.push(request);
        return Promise.resolve({ claims: [] });
      },
    };
    const checker = new FactCheckClaims(
      facts as unknown as CheckFacts,
      {} as SearchPassages,
      {} as Clock,
      {} as DocumentSource,
      {} as MeaningSource,
    );
    const text = '공구는 3일 빌린다. [1]\n② 늦으면 빌릴 수 없다. [12]';
    const claims = await checker.check(
      { text, question: '며칠 빌리나요?' },
      { asOf: undefined, scope: null },
      signal(),
    );
    expect(asked[0]?.answer).toBe(text.replace('[1]', '   ').replace('[12]', '    '));
    expect(claims.map(({ checkable }) => checkable)).toEqual([false, false]);
  });
});

describe('claims of a reply that answers nothing', () => {
  const facts = {
    check: ({ answer: text }: Request) => {
      const claim = { text, start: 0, end: text.length, verdict: 'supported', checkable: false, confidence: 1 };
      return Promise.resolve({ claims: [{ ...claim, evidence: null, reasons: [] }] });
    },
  };
  const meaning = { load: () => Promise.resolve({ embed: () => new Float32Array(1) }) };
  const documents = { one: () => Promise.resolve(undefined) };
  const gold = { documentId: 'd', quote: 'The limit is 3 days.', requiredFacts: ['3 days'], answerable: true };

  it.each([
    ['경우에 따라 다르므로 담당 부서에 문의하시기 바랍니다.', '며칠 빌리나요?'],
    ['It depends; please contact the office.', 'How long may I keep it?'],
    ['How long may I keep it?', 'How long may I keep it?'],
    ['공구는 며칠 빌리나요?', '공구는 며칠 빌리나요?'],
  ])('are never supported: %s', async (text, question) => {
    const checker = new FactCheckClaims(
      facts as unknown as CheckFacts,
      {} as SearchPassages,
      {} as Clock,
      documents as unknown as DocumentSource,
      meaning as unknown as MeaningSource,
    );
    const asked = { text, question, gold: gold as unknown as Gold };
    const claims = await checker.check(asked, { asOf: undefined, scope: null }, signal());
    expect(claims.map(({ verdict }) => verdict)).toEqual(['not_found']);
  });
});

const signal = () => new AbortController().signal;
