import { auditDialogue, factsTold } from './dialogue-audit.js';
import { DialogueTurn, FollowUpKind } from '../../domain/question.js';
import { NO_GOLD } from './make-question.js';

function turn(number: number, text: string, fact: string, followUp?: FollowUpKind): DialogueTurn {
  return {
    id: `t${number}`,
    personaId: 'p',
    text,
    language: 'ko',
    difficulty: 'medium',
    kind: 'fact',
    intents: { surface: '', hidden: '', behavioral: '' },
    gold: { ...NO_GOLD, answerable: true, requiredFacts: [fact] },
    asOf: undefined,
    turn: number,
    followUp,
    implied: [],
    completed: text,
  };
}
const dialogue = (last: DialogueTurn) => ({
  scenarioId: 's',
  personaId: 'p',
  coreNeed: '',
  turns: [
    turn(1, '자전거는 며칠까지 빌리나요?', '17일'),
    turn(2, '늦으면 얼마를 내나요?', '130원', 'related_expansion'),
    last,
  ],
});

describe('facts that a question states', () => {
  it.each([
    ['그러니까 17일이라는 거죠?', '17일', true],
    ['그러니까 130 원이라는 거죠?', '130원', true],
    ['So it is 3 weeks, right?', '3 weeks', true],
    ['제3조에서 며칠인가요?', '3일', false],
    ['12회까지인가요?', '2회', false],
    ['방금 말씀하신 거 다시 확인해 주세요', '17일', false],
    ['학과장이 승인하나요?', '학과장', false],
    ['총무과장이 승인하는 거죠?', '총무과장', true],
    ['그러니까 2주라는 거죠?', '14일', true],
    ['저녁 7시 반까지라는 거죠?', '19:30', true],
    ['So it closes at 7:30 p.m., right?', '19:30', true],
    ['So it is 2 June 2027?', 'June 2, 2027', true],
    ['So it is Room 12C?', 'Room 12B', false],
  ])('%s | %s: %s', (question, fact, isStated) => {
    expect(factsTold(question, [fact])).toEqual(isStated ? [fact] : []);
  });
});

describe('the audit of a simulated person', () => {
  it('counts a dialogue as invalid if its confirmation states the fact that its answer is graded on', () => {
    const told = turn(3, '그러니까 130원이라는 거죠, 제가 맞게 이해했나요?', '130원', 'confirmation');
    expect(auditDialogue(dialogue(told)).join()).toContain('gives its answer away: 130원');
  });

  it('accepts one that asks to repeat the answer', () => {
    expect(auditDialogue(dialogue(turn(3, '방금 말씀하신 거 다시 확인해 주세요.', '130원', 'confirmation')))).toEqual(
      [],
    );
  });
});
