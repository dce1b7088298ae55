import fc from 'fast-check';
import { placedSentences } from './governing-sentences.js';
import { sentenceSpans } from './sentences.js';

function governed(text: string): (readonly [said: string, ...governors: string[]])[] {
  const placed = placedSentences(text, sentenceSpans(text));
  const said = placed.map(({ start, end }) => text.slice(start, end));
  return placed.map(({ governors }, i) => [said[i]!, ...governors.map((place) => said[place]!)]);
}

const governorsOf = (text: string, part: string) => {
  const found = governed(text).find(([said]) => said.includes(part));
  return found?.slice(1);
};

describe('placedSentences', () => {
  it('puts the items of a provision under the sentence that announces them', () => {
    const text =
      '제4조(보관) ① 물건은 누구나 맡긴다.\n② 다음 각 호의 물건은 맡지 않는다. 이 경우 까닭을 알린다.\n1. 젖은 물건\n2. 무거운 물건\n③ 하루에 닫는다.';
    expect(governorsOf(text, '무거운')).toEqual(['② 다음 각 호의 물건은 맡지 않는다.']);
    expect(governorsOf(text, '하루에')).toEqual([]);
    expect(governorsOf(text, '까닭을')).toEqual([]);
  });

  it('puts a paragraph of plain text under the heading in the line before it, up to the next one', () => {
    const text =
      'Guests\nGuests may stay for two nights. They pay at the desk.\n\nMembers may stay for nine nights in every year.';
    expect(governorsOf(text, 'desk')).toEqual(['Guests']);
    expect(governorsOf(text, 'nine')).toEqual([]);
    const rules = '물레 규칙\n제1조(시간) 물레는 낮에 쓴다고 정하며 밤에는 쉰다.\n제2조(값) 값은 없다.';
    expect(governorsOf(rules, '낮에')).toEqual([]);
  });

  it('puts sub-items under their item and its lead', () => {
    const text = '제2조(사람) 다음 각 호의 사람이 쓴다.\n1. 도공\n가. 낮의 도공\n나. 밤의 도공\n2. 손님';
    expect(governorsOf(text, '밤의')).toEqual(['제2조(사람) 다음 각 호의 사람이 쓴다.', '1. 도공']);
    expect(governorsOf(text, '손님')).toEqual(['제2조(사람) 다음 각 호의 사람이 쓴다.']);
  });

  it('puts bullets under prose that announces them, and under no other', () => {
    expect(governorsOf('The following guests pay nothing:\n\n- potters\n- children', 'children')).toEqual([
      'The following guests pay nothing:',
    ]);
    expect(governorsOf('The kiln is old.\n\n- potters\n- children', 'children')).toEqual([]);
    expect(governorsOf('Not allowed are:\n\n- wood\n\n## Allowed\n\n- ash', 'ash')).toEqual([]);
  });

  it('puts nested bullets under the bullet above them', () => {
    const text = 'Bring the following:\n\n- tools\n  - a knife\n  - a sponge\n- an apron';
    expect(governorsOf(text, 'sponge')).toEqual(['Bring the following:', '- tools']);
    expect(governorsOf(text, 'apron')).toEqual(['Bring the following:']);
  });

  it.each([
    ['a rule below the head', '| 사람 | 요금 |\n|---|---|\n| 어른 | 3,000원 |\n| 학생 | 2,000원 |'],
    ['no rule', '사람 | 요금\n어른 | 3,000원\n학생 | 2,000원'],
  ])('puts rows under the head of their table, with %s', (_name, text) => {
    expect(governorsOf(text, '학생')?.join(' ')).toContain('요금');
    expect(governorsOf(text, '사람')).toEqual([]);
  });

  it('takes no row of values for a head', () => {
    expect(governorsOf('| 1월 | 3,000원 |\n| 2월 | 2,000원 |', '2월')).toEqual([]);
  });

  it('gives each sentence governors that precede it, and a block that contains it', () => {
    const line = fc.constantFrom(
      '제1조(가) 다음 각 호와 같다.',
      '① 나.',
      '1. 다',
      '가. 라',
      '- e',
      '  - f',
      'As follows:',
      'Prose. More.',
      '| a | b |',
      '|---|---|',
      '| 1 | 2 |',
      '# H',
      '',
    );
    fc.assert(
      fc.property(fc.array(line, { maxLength: 12 }), (lines) => {
        const text = lines.join('\n');
        placedSentences(text, sentenceSpans(text)).forEach(({ governors, block }, i) => {
          for (const place of governors) expect(place).toBeLessThan(i);
          expect(block[0]).toBeLessThanOrEqual(i);
          expect(block[1]).toBeGreaterThanOrEqual(i);
        });
      }),
    );
  });
});
