import { endsNegated, negations } from './negations.js';

function stems(text: string): string[] {
  return negations(text).map(({ stem }) => stem);
}

describe('negations', () => {
  it.each([
    ['재학연한에 산입하지 아니한다.', ['산입']],
    ['신청을 철회할 수 없다.', ['철회']],
    ['그 일은 하지 않으면 안 된다.', []],
    ['Keys do not expire.', ['expir']],
    ['It ran without approval.', ['approval']],
    ['Not only keys but tokens.', []],
    ['모두 참석한다.', []],
  ])('of %j deny %j', (text, expected) => {
    expect(stems(text)).toEqual(expected);
  });

  it('of a limit belong to the number', () => {
    expect(negations('20학점을 초과할 수 없다.').map(({ limits }) => limits)).toEqual([true]);
    expect(negations('no later than 5 days').map(({ limits }) => limits)).toEqual([true]);
  });

  it.each([
    ['심의하지 아니한다.', true],
    ['심의한다.', false],
    ['등록하지 아니한 학생은 제적한다.', false],
    ['등록하지 않은 자는 뺀다.', false],
    ['제출하지 아니한 것으로 본다.', true],
    ['응하지 않을 수 있습니다.', true],
    ['늦지 않도록 한다.', true],
    ['냄새를 없애준다.', false],
    ['한달 동안 지냈어요.', false],
  ])('close %j: %s', (text, expected) => {
    expect(endsNegated(text)).toBe(expected);
  });
});
