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
    expect(read(BACK, 'failure', BACK.text).kept).toBeNull();
    expect(read(BACK, 'success', BACK.text).kept).toBe(false);
  });

  it('is kept where the question was completed with the omitted words, whatever their ending', () => {
    expect(read(BACK, 'success', '단장은 누가 뽑나요?').kept).toBe(true);
  });
});
