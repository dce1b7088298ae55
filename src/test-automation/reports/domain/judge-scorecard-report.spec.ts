import { JudgeScorecard, TrialRate } from '../../judge/domain/judge-calibration/judge-scorecard.js';
import { judgeScorecardBlocks } from './judge-scorecard-report.js';
import { FAULT_KINDS, SOUND_KINDS } from '../../judge/domain/judge-calibration/trial-case.js';

const rates = [...FAULT_KINDS, ...SOUND_KINDS].map((kind): TrialRate => ({
  kind,
  language: 'ko',
  is_fault: FAULT_KINDS.some((fault) => fault === kind),
  cases: 20,
  not_evaluated: 0,
  rate: 0.5,
  ci95: [0.3, 0.7],
  limit: 0.97,
  holds: false,
}));
const card: JudgeScorecard = {
  judge: 'rules',
  version: 2,
  seed: 7,
  measured_at: '2026-01-01T00:00:00.000Z',
  documents: 3,
  faults: 40,
  sound: 20,
  not_evaluated: 0,
  catch_rate: 0.9,
  false_alarm_rate: 0.05,
  rates,
  holds: false,
};

describe('the section of a report about its judge', () => {
  it.each(['en', 'ko'] as const)('names each kind of fault and of sound answer for a reader (%s)', (language) => {
    const rows = judgeScorecardBlocks([card], language).flatMap((block) => (block.kind === 'table' ? block.rows : []));
    expect(rows).toHaveLength(rates.length);
    const names = rows.map(([name = '']) => name);
    expect(new Set(names).size).toBe(names.length);
    for (const name of names) expect(name).not.toContain('_');
    if (language === 'ko') for (const name of names) expect(name).not.toMatch(/[a-z]/u);
  });

  it.each([
    [
      'en',
      'Of the 200 faults of scope (another actor, a condition, an exception), which these rates leave out, it caught 91.3 %.',
    ],
    ['ko', '적용 범위 오류(다른 주체, 조건, 예외) 200개 중에서는 91.3 %를 잡아냈습니다.'],
  ] as const)('states in one sentence what it catches of the faults of scope (%s)', (language, sentence) => {
    const textOf = (one: JudgeScorecard) =>
      judgeScorecardBlocks([one], language)
        .flatMap((block) => (block.kind === 'text' ? block.text : []))
        .join('\n');
    expect(textOf({ ...card, scope_faults: 200, scope_catch_rate: 0.913 })).toContain(sentence);
    expect(textOf(card)).not.toMatch(/scope|적용 범위/u);
  });
});
