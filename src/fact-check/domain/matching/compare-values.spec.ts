import { checkClaim } from '../check-claim.js';
import { splitClaims } from '../split-claims.js';
import { EvidenceIndex } from './evidence-index.js';

const verdictOf = (claim: string, evidence: string): string => {
  const index = EvidenceIndex.of([{ id: 'rules', text: evidence }]);
  const verdicts = splitClaims(claim).map((span) => checkClaim(span, index).verdict);
  return verdicts.every((verdict) => verdict === 'supported') ? 'supported' : 'refused';
};

/** A sentence with a place for a value, the value of the evidence, its other notations, and other values. */
const SENTENCES: readonly (readonly [string, string, readonly string[], readonly string[]])[] = [
  [
    'Applicants for a stall hand in # at the desk.',
    'Form 7-B',
    ['form 7B', 'Form 7 B'],
    ['Form 7-C', 'Form 8-B', 'Form 7'],
  ],
  ['The market office is in #.', 'Room 204A', ['room 204-A'], ['Room 204B', 'Room 205A']],
  ['Only # of the till is supported.', 'version 2.1.0', ['v2.1.0'], ['version 2.1.1', 'version 2.10']],
  ['The market closes at #.', '18:30', ['6:30 p.m.', '6.30pm', 'half past six in the evening'], ['6:30 a.m.', '18:45']],
  [
    'The new tariff applies from #.',
    '2026-03-05',
    ['March 5, 2026', '5 March 2026', '5th of March'],
    ['March 6, 2026', '5 April 2026'],
  ],
  ['A parcel may weigh #.', '0.5 kg', ['500 grams', '500 g'], ['5 kg', '0.5 pounds']],
  ['The deposit for a stall is #.', '1,500 euros', ['€1500', '1500 EUR'], ['$1,500', '1,600 euros']],
  ['상인은 신청서를 #로 옮긴다.', '3A호', ['3-A호'], ['3B호', '4A호']],
  ['보관 구역은 #에 있다.', '5-가', ['5-가호'], ['5-나', '6-가']],
  [
    '시장은 매일 #에 문을 닫는다.',
    '18:30',
    ['오후 6시 30분', '오후 6시 반', '저녁 6시 반'],
    ['오전 6시 30분', '오후 7시 30분'],
  ],
  ['보증금은 신청한 뒤 # 이내에 돌려준다.', '14일', ['2주', '두 주'], ['3주', '14개월']],
  [
    '대여 시간은 #이다.',
    '오전 10시부터 오후 3시 40분까지',
    ['10:00~15:40', '10:00부터 15:40까지'],
    ['10:00~15:50', '11:00~15:40'],
  ],
];

describe('A claim about a value', () => {
  it.each(SENTENCES)('%s is supported in any notation of %s', (sentence, value, notations) => {
    const evidence = sentence.replace('#', value);
    for (const notation of notations)
      expect([notation, verdictOf(sentence.replace('#', notation), evidence)]).toEqual([notation, 'supported']);
  });

  it.each(SENTENCES)('%s is not supported with another value than %s', (sentence, value, _, others) => {
    const evidence = sentence.replace('#', value);
    for (const other of others)
      expect([other, verdictOf(sentence.replace('#', other), evidence)]).toEqual([other, 'refused']);
  });
});
