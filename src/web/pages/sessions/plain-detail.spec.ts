import { gateName, plainDetail } from './plain-detail.js';

const name = (group: string, value: string) => (value === 'query_analyzer' ? 'Query analysis' : `${group}:${value}`);

describe('sentences of the server on a page', () => {
  it.each([
    [
      'At this rate 7 more queries would decide it: 9 for each persona instead of 3 (queries_per_persona, --queries).',
      'At this rate 7 more queries would decide it: 9 for each persona instead of 3.',
    ],
    ['대화를 3건이 아니라 5건 나누면 된다(multi_turn.scenarios, --scenarios).', '대화를 3건이 아니라 5건 나누면 된다.'],
  ])('name no options: %s', (detail, plain) => expect(plainDetail(detail, name)).toBe(plain));

  it.each([
    ['Fewer than 80 % are answered well (REQ-S-003): improve.', 'Fewer than 80 % are answered well: improve.'],
    ['It misreads (accuracy below 85 %, REQ-S-001).', 'It misreads (accuracy below 85 %).'],
  ])('name no requirements: %s', (detail, plain) => expect(plainDetail(detail, name)).toBe(plain));

  it('have words for types of failure, without settings', () => {
    const words = (_group: string, value: string) =>
      value === 'IRRELEVANT' ? 'irrelevant' : value.replaceAll('_', ' ');
    const detail = '3 failures (IRRELEVANT 3) by JSON; look at its threshold (ANSWER_RISK).';
    expect(plainDetail(detail, words)).toBe('3 failures (irrelevant 3) by JSON; look at its threshold.');
  });

  it('have words for components', () => {
    const detail = '6 of 7 components passed; failed: query_analyzer (1 of 3 cases failed).';
    expect(plainDetail(detail, name)).toBe('6 of 7 components passed; failed: Query analysis (1 of 3 cases failed).');
  });

  it('call the gate of a criterion by its name in the session file', () => {
    expect(gateName('rubric:polite', name)).toBe('gate:rubric: polite');
    expect(gateName('success_rate', name)).toBe('gate:success_rate');
  });
});
