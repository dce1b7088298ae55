import { JudgeScorecard } from '../../judge/domain/judge-calibration/judge-scorecard.js';
import { Gold } from '../../domain/question.js';
import { measuredRange } from './measured-range.js';

const card = (least_overlap: number | null): JudgeScorecard => ({
  judge: 'rules',
  version: 5,
  seed: 1,
  measured_at: '2026-01-01T00:00:00.000Z',
  documents: 1,
  faults: 0,
  sound: 0,
  not_evaluated: 0,
  catch_rate: null,
  false_alarm_rate: null,
  rates: [],
  least_overlap,
  holds: null,
});
const gold: Gold = {
  documentId: 'a',
  section: null,
  quote: 'Lockers are rented for 90 days.',
  requiredFacts: ['90 days'],
  forbiddenFacts: [],
  answerable: true,
};

describe('the measured range of a judge', () => {
  it('counts the answers that overlap the gold less than the trial did', () => {
    const results = [
      { answer: 'Lockers are rented for 90 days.', abstained: false, gold },
      { answer: 'About three months.', abstained: false, gold },
      { answer: 'Not known.', abstained: true, gold },
      { answer: null, abstained: false, gold },
    ];
    expect(measuredRange(results, [card(0.2)])).toEqual({ leastOverlap: 0.2, answers: 2, outside: 1 });
  });

  it('is unknown for a judge that was not tried by form', () => {
    expect(measuredRange([{ answer: 'x', abstained: false, gold }], [card(null)])).toBeUndefined();
    expect(measuredRange([], [card(0.2)])).toBeUndefined();
  });
});
