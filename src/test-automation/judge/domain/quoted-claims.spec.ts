import { CheckedClaim } from '../../domain/claim-checker.js';
import { quotedFrom } from './quoted-claims.js';
import { OF_OTHER_PEOPLE } from './said-of-others.js';

const claim = (text: string, more: Partial<CheckedClaim> = {}): CheckedClaim => ({
  claim: text,
  query: text,
  verdict: 'not_found',
  checkable: true,
  quote: null,
  documentId: null,
  chunkId: null,
  confidence: 1,
  reasons: [],
  ...more,
});
const CITED = [
  { documentId: 'pool', text: '제3조(위원) ① 위원은 7명으로 한다.\n② 위원의 임기는 2년으로 하되\n연임할 수 있다.' },
  { documentId: 'desk', text: 'Badges are renewed every 5 years.\nLost badges cost $35.' },
];

describe('quotedFrom', () => {
  it.each([
    ['위원의 임기는 2년으로 하되 연임할 수 있다.', 'pool'],
    ['Badges are renewed every 5 years', 'desk'],
  ])('supports what a cited document has word for word: %s', (text, documentId) => {
    expect(quotedFrom([claim(text)], CITED)).toMatchObject([{ verdict: 'supported', documentId, quote: text }]);
  });

  it.each([
    ['another number', claim('위원의 임기는 3년으로 하되 연임할 수 있다.')],
    ['a phrase that is too common', claim('$35.')],
    [
      'a rule that is said of other people',
      claim('Badges are renewed every 5 years.', { verdict: 'contradicted', reasons: [OF_OTHER_PEOPLE] }),
    ],
    ['words of a document that is not cited', claim('The pool opens at nine on weekdays.')],
  ])('does not change %s', (_, given) => {
    expect(quotedFrom([given], CITED)).toEqual([given]);
  });

  it('supports a quote that only another document contradicts, and not one that the right document does', () => {
    const given = (documentId: string) =>
      claim('위원의 임기는 2년으로 하되 연임할 수 있다. …', { verdict: 'contradicted', documentId });
    const verdicts = [given('other'), given('pool'), given('desk')].map(
      (one) => quotedFrom([one], CITED, 'desk')[0]?.verdict,
    );
    expect(verdicts).toEqual(['supported', 'supported', 'contradicted']);
    expect(quotedFrom([given('pool')], CITED, 'pool')[0]?.verdict).toBe('supported');
  });

  it.each(['위원의 임기는 2년으로 하되 연임할 수 있다.', 'Badges are renewed every 5 years.'])(
    'is that of the cited document where a search found the same words in another one: %s',
    (text) => {
      const given = claim(text, { verdict: 'supported', documentId: 'other', chunkId: 'other#1' });
      const [found] = quotedFrom([given], CITED);
      expect(found).toMatchObject({ verdict: 'supported', chunkId: null, quote: text });
      expect(CITED.map(({ documentId }) => documentId)).toContain(found?.documentId);
      const held = { ...given, documentId: 'pool', chunkId: 'pool#1' };
      expect(quotedFrom([held], CITED)).toEqual([held]);
    },
  );
});
