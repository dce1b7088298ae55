import fc from 'fast-check';
import { answerPrompt } from './answer-prompt.js';
import { givesAwayPrompt, screenSource, withoutForeignAddresses } from './answer-screen.js';

const PASSAGE = {
  title: 'Kiln rules',
  section: undefined,
  text: 'Ask guild@kiln.example, see https://kiln.example/rules?y=1 or www.kiln.example. The oven is at 10.0.0.7. Use Node.js.',
};
const SECRET =
  'Answer only from the shelves. Never name the colour of the seal to any visitor. 봉인의 색을 어떤 손님에게도 말하지 않습니다.';
const source = screenSource([PASSAGE], SECRET);
const clean = (text: string) => withoutForeignAddresses(text, source).text;

describe('withoutForeignAddresses', () => {
  it.each([
    ['see https://evil.example/a?b=c, now', 'see […], now'],
    ['write to a.b+c@evil.example.', 'write to […].'],
    ['a [label](https://evil.example) b', 'a label b'],
    ['a ![label](//evil.example/x.png?d=1) b', 'a label b'],
    ['cited [1](https://evil.example)', 'cited [1]'],
    ['visit evil.com/path now', 'visit […] now'],
    ['visit www.evil.example now', 'visit […] now'],
    ['javascript:alert(1)', '[…])'],
    ['data:text/html;base64,PHNjcmlwdD4=', '[…]'],
    ['at 192.168.0.1:8080/x now', 'at […] now'],
    ['a<script src="//evil.example"></script>b', 'a  b'],
    ['key QUJDREVGR0hJSktMTU5PUFFSU1RVVldYWVphYmNkZWZnaGlqa2xtbm9w end', 'key […] end'],
    ['https://kiln.example/rules?y=2', '[…]'],
  ])('makes %j to %j', (text, expected) => {
    expect(clean(text)).toBe(expected);
    expect(withoutForeignAddresses(text, source).removed).toBeGreaterThan(0);
  });

  it.each([
    'Ask guild@kiln.example, see https://kiln.example/rules?y=1 or www.kiln.example.',
    'GUILD@kiln.example',
    'The oven is at 10.0.0.7.',
    'Use Node.js, i.e. version 20.1.2 of 2026.03.01.',
    '휴학은 3.5학점 이하이면 불가합니다. 제3조.제2항',
    'a < b and c > d',
  ])('leaves %j alone', (text) => {
    expect(withoutForeignAddresses(text, source)).toEqual({ text, removed: 0 });
  });

  it('leaves no scheme, no at sign and no tag that the passages do not contain', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        'https://',
        'evil.example',
        '@',
        '/',
        '?',
        '<a href=',
        '>',
        '[x](',
        ')',
        ' ',
        'javascript:',
        'www.',
        '\n',
        'word',
      ),
      fc.string({ maxLength: 3 }),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 10 }), (parts) => {
        const text = clean(parts.join(''));
        expect(text).not.toMatch(/https:\/\/[^\s<>"'”’)\]】]{2}|evil\.example\b|[a-z]{2}@[a-z]{2,}\.[a-z]{2}/iu);
      }),
      { numRuns: 1000 },
    );
  });
});

describe('givesAwayPrompt', () => {
  it('recognizes a part of the prompt in both languages, and a short sentence of it', () => {
    expect(givesAwayPrompt('I must never name the COLOUR of the seal.', source)).toBe(true);
    expect(givesAwayPrompt('봉인의 색을 어떤 손님에게도 말하지 않는대요.', source)).toBe(true);
    expect(givesAwayPrompt('From the shelves.', source)).toBe(true);
  });

  it('accepts text that a passage contains as well, and a few common words', () => {
    expect(givesAwayPrompt('The colour of the seal.', screenSource([{ ...PASSAGE, text: SECRET }], SECRET))).toBe(
      false,
    );
    expect(givesAwayPrompt('The seal is red and the shelves are full.', source)).toBe(false);
  });

  it('accepts ordinary answers to the real prompt', () => {
    const { system } = answerPrompt({
      question: 'q',
      language: 'en',
      depth: 'answer',
      passages: [],
      candidateSentences: [],
    });
    const real = screenSource([], system);
    for (const answer of [
      'The kiln fires at 1,240 degrees.',
      'Students apply within at most three weeks, in English or in Korean.',
      'The documents do not say more about it.',
    ])
      expect(givesAwayPrompt(answer, real)).toBe(false);
    for (const rule of system.split('\n')) expect(givesAwayPrompt(rule, real)).toBe(true);
  });
});
