import { SettableRights } from '../../../../test/support/fake-rights.js';
import { AnswerFeedback, FeedbackStore } from '../../../feedback/domain/answer-feedback.js';
import { Redaction } from '../../../shared/domain/audit-trail.js';
import { restrictedTo } from '../../../shared/domain/category-filter.js';
import { DocumentSource, scopeOf, SessionScope } from '../../domain/session-scope.js';
import { AbstainedQuestion, AbstainedQuestions } from '../domain/abstained-questions.js';
import { StoredQuestionsInUse } from './stored-questions-in-use.js';

const NO_SIGNAL = new AbortController().signal;
const QUOTE = '도서관은 9시에 연다.';
const LIMITED = scopeOf(restrictedTo([['Open']]));

/** Questions of two callers: one each that was not answered, and one each that was rejected. */
const OWNERS = ['ann', 'bob'] as const;

class Abstained extends AbstainedQuestions {
  recent(owner: string | undefined): Promise<readonly AbstainedQuestion[]> {
    const asked = OWNERS.filter((one) => owner === undefined || one === owner);
    return Promise.resolve(
      asked.flatMap((one) => [
        { traceId: `${one}-1`, question: `Where does ${one} park, call 010-1234-5678?` },
        { traceId: `${one}-2`, question: `Where does ${one} park, call 010-8765-4321?` },
      ]),
    );
  }
}

class RedactedNumbers extends Redaction {
  apply(text: string): string {
    return text.replaceAll(/010-\d{4}-\d{4}/gu, '[phone]');
  }
}

const source = {
  one: (documentId: string, scope: SessionScope) =>
    Promise.resolve(documentId === 'library' && scope === null ? { text: `제1조 ${QUOTE}` } : undefined),
} as unknown as DocumentSource;

function feedbackWith(gold: AnswerFeedback['gold']) {
  return {
    rejectedWithGold: (owner: string | undefined) =>
      Promise.resolve(
        OWNERS.filter((one) => owner === undefined || one === owner).map((one) => ({
          traceId: `${one}-3`,
          question: `When does it open for ${one} (010-1111-2222)?`,
          gold,
        })),
      ),
  } as unknown as FeedbackStore;
}

describe('questions in use', () => {
  const rights = new SettableRights();
  beforeEach(() => {
    rights.filter = new SettableRights().filter;
    rights.lost.clear();
    rights.ended.clear();
  });

  const idsOf = async (scope: SessionScope, gold: AnswerFeedback['gold'] = null) => {
    const read = new StoredQuestionsInUse(new Abstained(), feedbackWith(gold), source, rights, new RedactedNumbers());
    return read.of({ owner: 'ann', scope }, NO_SIGNAL);
  };

  it('are those of all callers for a session of an administrator of the whole service', async () => {
    const found = await idsOf(null, { documentId: 'library', quote: QUOTE });
    expect(found.map(({ id }) => id)).toEqual([
      'abstained-ann-2',
      'abstained-bob-2',
      'rejected-ann-3',
      'rejected-bob-3',
    ]);
    expect(found.map(({ gold }) => gold.quote)).toEqual([null, null, QUOTE, QUOTE]);
  });

  it.each([
    ['that was started with some categories', () => undefined, LIMITED],
    ['of a key without the scope admin', () => rights.lost.add('admin'), null],
    ['of a key that was narrowed while it ran', () => (rights.filter = restrictedTo([['Open']])), null],
    ['of a key that was revoked while it ran', () => rights.ended.add('ann'), null],
  ])('are those of the owner alone for a session %s', async (_, change, scope) => {
    change();
    const found = await idsOf(scope, { documentId: 'library', quote: QUOTE });
    expect(found.map(({ id }) => id).filter((id) => id.includes('bob'))).toEqual([]);
    expect(found.map(({ id }) => id)).toContain('abstained-ann-2');
  });

  it('have no personal data, and count once for each wording', async () => {
    const found = await idsOf(null, { documentId: 'library', quote: QUOTE });
    expect(found.map(({ text }) => text).filter((text) => text.includes('010'))).toEqual([]);
    expect(found.filter(({ text }) => text === 'Where does bob park, call [phone]?')).toHaveLength(1);
  });

  it.each([
    ['does not have it', { documentId: 'library', quote: '도서관은 10시에 연다.' }, null],
    ['may not be seen', { documentId: 'library', quote: QUOTE }, LIMITED],
    ['does not exist', { documentId: 'gone', quote: QUOTE }, null],
  ])('leave out a rejected answer whose named document %s', async (_, gold, scope) => {
    const found = await idsOf(scope, gold);
    expect(found.map(({ id }) => id).filter((id) => id.startsWith('rejected'))).toEqual([]);
  });
});
