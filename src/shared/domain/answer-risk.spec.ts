import fc from 'fast-check';
import { AnswerRisk } from './answer-risk.js';

describe('AnswerRisk', () => {
  it('answers from the threshold whose bound was measured', () => {
    expect(new AnswerRisk(0.103).threshold).toBeCloseTo(0.5, 9);
    expect(new AnswerRisk(0.1).threshold).toBeCloseTo(0.511, 3);
  });

  it('answers everything that was ever tried where much is accepted, and next to nothing where little is', () => {
    expect(new AnswerRisk(0.5).threshold).toBe(0.2);
    expect(new AnswerRisk(0.01).threshold).toBe(0.95);
  });

  it('asks more the less risk is accepted', () => {
    const risk = fc.double({ min: 0.01, max: 0.5, noNaN: true });
    fc.assert(
      fc.property(risk, risk, (a, b) => {
        const [less, more] = [new AnswerRisk(Math.min(a, b)), new AnswerRisk(Math.max(a, b))];
        expect(less.threshold).toBeGreaterThanOrEqual(more.threshold);
      }),
    );
  });
});
