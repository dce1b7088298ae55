import { CheckFacts } from '../../../fact-check/application/check-facts.js';
import { Clock } from '../../../shared/domain/clock.js';
import { SearchPassages } from '../../../search/application/search-passages.js';
import { MeaningSource } from '../../../search/embedding/domain/static-embedding/static-embedding.js';
import { DocumentSource } from '../../domain/session-scope.js';
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

const signal = () => new AbortController().signal;
