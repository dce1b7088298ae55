import { DialogueTurn, FollowUpKind } from '../../domain/question.js';
import { TargetAnswer } from '../../domain/rag-target.js';
import { NO_GOLD } from '../../questions/domain/make-question.js';
import { HeldTurn } from './answer-judge.js';
import { readContext } from './read-context.js';

const turnOf = (turn: number, text: string, followUp: FollowUpKind | undefined, implied: string[]) =>
  ({
    turn,
    text,
    followUp,
    implied,
    completed: text,
    gold: { ...NO_GOLD, answerable: true, quote: '단장은 총장이 임명한다.', requiredFacts: ['총장'] },
  }) as unknown as DialogueTurn;

const heldOf = (turn: DialogueTurn, verdict: string, understood: string): HeldTurn => ({
  turn,
  answer: {
    text: '없습니다.',
    abstained: true,
    sources: [],
    understood: { question: understood },
  } as unknown as TargetAnswer,
  judgement: { verdict } as HeldTurn['judgement'],
});

const OPENING = turnOf(1, '단장은 누가 뽑나요?', undefined, []);
const BACK = turnOf(2, '처음 얘기로 돌아가서, 그게 어떻게 된다고 하셨죠?', 'go_back', ['단장은 누가 뽑는지']);
const read = (turn: DialogueTurn, before: string, understood: string) =>
  readContext(turn, heldOf(turn, 'failure', understood), [heldOf(OPENING, before, OPENING.text)], () => 'not_found');

describe('the context of a turn', () => {
  it('is not read from a turn that asks again for an answer which was wrong', () => {
    expect(read(BACK, 'failure', BACK.text)).toMatchObject({ kept: null, restsOnContext: true });
    expect(read(BACK, 'success', BACK.text)).toMatchObject({ kept: false, restsOnContext: true });
  });

  it.each([
    ['leaves nothing out', { implied: [] }],
    ['plain search answers alone', { standsAlone: true }],
  ])('is not what a turn rests on that %s', (_, more) => {
    expect(read({ ...BACK, ...more }, 'success', BACK.text)).toMatchObject({ kept: null, restsOnContext: false });
  });

  it('is kept where the question was completed with the omitted words, whatever their ending', () => {
    expect(read(BACK, 'success', '단장은 누가 뽑나요?').kept).toBe(true);
  });

  it.each([
    ['기기', '더 자세히요, 그건 누구에게 물어보나요?', '단장은 누가 뽑나요?'],
    ['Tools', 'More specifically, whom do I ask about it?', 'Who runs a group?'],
  ])('cannot be lost where no earlier turn said it: %s', (heading, text, opening) => {
    const before = heldOf(turnOf(1, opening, undefined, []), 'success', opening);
    const turn = turnOf(2, text, 'clarification', [heading]);
    const reading = readContext(turn, heldOf(turn, 'failure', text), [before], () => 'not_found');
    expect(reading).toMatchObject({ kept: null, restsOnContext: true });
  });

  it.each([
    ['감사', '감사 임기는 몇 년인가요?', '소장 임기는요?', '소장', '감사 임기는 1년입니다.'],
    ['auditors', 'How long do auditors serve?', 'And directors?', 'serve', 'Auditors serve one year.'],
  ])('is lost where the answer is that to an earlier question about %s', (_, opening, text, implied, answered) => {
    const first = { ...turnOf(1, `${opening} 소장`, undefined, []), gold: { ...OPENING.gold, quote: 'Another.' } };
    const said = (turn: DialogueTurn): HeldTurn => {
      const held = heldOf(turn, 'failure', `${opening} ${text}`);
      return { ...held, answer: { ...held.answer, text: answered, abstained: false } };
    };
    const turn = turnOf(2, text, 'clarification', [implied]);
    const reading = readContext(turn, said(turn), [said(first)], () => 'not_found');
    expect(reading).toMatchObject({ kept: false, rootCause: 'The answer is that to an earlier question.' });
  });

  it.each([
    [
      '단장은 누가 뽑나요? 소장 임기는 몇 년인가요?',
      ['단장은 누가 뽑는지', '소장 임기는 몇 년인지'],
      '단장은 누가 뽑나요?',
    ],
    [
      'Who runs a group? How long do directors serve?',
      ['who runs a group', 'how long directors serve'],
      'Who runs a group?',
    ],
  ])('lists as forgotten only what the completed question lacks: %s', (opening, implied, understood) => {
    const before = heldOf(turnOf(1, opening, undefined, []), 'success', opening);
    const turn = turnOf(2, 'Compare both.', 'comparison', implied);
    const { rootCause, remembered } = readContext(
      turn,
      heldOf(turn, 'failure', understood),
      [before],
      () => 'not_found',
    );
    expect(remembered).toEqual(implied.slice(0, 1));
    expect(rootCause).toContain(`leaves out “${implied[1] ?? ''}”.`);
  });

  it.each([
    [
      '볼 수 있는 문서에서 답을 찾지 못했습니다.',
      '앞에서 여쭤본 것과 비교해서 소장 임기도 알려 주세요.',
      '단장은 누가 뽑는지',
      '단장은 누가 뽑나요?',
    ],
    [
      'I did not find an answer.',
      'And how does that compare with the term of directors?',
      'who runs a group',
      'Who runs a group?',
    ],
  ])('is not an answer to an earlier question where both turns abstain: %s', (said, text, implied, opening) => {
    const abstaining = (turn: DialogueTurn, abstained: boolean, understood: string | null): HeldTurn => ({
      turn,
      answer: { text: said, abstained, sources: [], understood: { question: understood } } as unknown as TargetAnswer,
      judgement: { verdict: 'failure', failureType: 'FALSE_ABSTENTION' } as HeldTurn['judgement'],
    });
    const first = { ...turnOf(1, opening, undefined, []), gold: { ...OPENING.gold, quote: 'Another.' } };
    const turn = turnOf(2, text, 'comparison', [implied]);
    const rootOf = (abstained: boolean, understood: string | null) =>
      readContext(
        turn,
        abstaining(turn, abstained, understood),
        [abstaining(first, abstained, opening)],
        () => 'not_found',
      );
    for (const abstained of [true, false])
      for (const understood of [null, text]) {
        const { kept, rootCause } = rootOf(abstained, understood);
        expect([kept, rootCause]).toEqual([false, expect.stringContaining(implied)]);
        expect(rootCause).not.toContain('earlier question');
      }
    // Completed with the words of the earlier turn, it was understood, also if both abstain.
    expect(rootOf(true, `${opening} ${text}`)).toMatchObject({ kept: true, rootCause: null });
  });

  it.each(['총장이 뽑습니다.', 'The president does.'])('meets no need with an answer that failed: %s', (text) => {
    const held = heldOf(BACK, 'failure', BACK.text);
    const failed = { ...held, answer: { ...held.answer, text } };
    expect(readContext(BACK, failed, [heldOf(OPENING, 'success', OPENING.text)], () => 'supported').coreNeedMet).toBe(
      false,
    );
  });
});
