import { comparedText, editionChanges, EditionPart, isQuoteOutdated, partsOfEdition } from './edition-changes.js';
import { splitIntoPassages } from './split-into-passages.js';

function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

const partsOf = (text: string, title = '규정') => partsOfEdition(text, splitIntoPassages(text, 'text/markdown', title));
const told = (changes: ReturnType<typeof editionChanges>) =>
  changes.map(({ kind, before, after }) => `${kind} ${(after ?? before)?.label}`);

describe('what a new edition changes', () => {
  it('returns the articles that were added, changed and removed', () => {
    const before =
      '제1조(목적) 이 규정은 대여를 정한다.\n제2조(기간) 우산은 사흘 동안 빌린다.\n제3조(연체) 연체료는 오백 원이다.';
    const after =
      '제1조(목적) 이 규정은 대여를 정한다.\n제2조(기간) 우산은 이틀 동안 빌린다.\n제4조(분실) 잃어버리면 물어낸다.';
    expect(told(editionChanges(partsOf(before), partsOf(after)))).toEqual([
      'changed 제2조(기간)',
      'added 제4조(분실)',
      'removed 제3조(연체)',
    ]);
  });

  it('does not count marks of amendment, blanks or a new number of an article with the same words as a change', () => {
    expect(comparedText('제2조(기간) 사흘이다. <개정 2024. 3. 1.>')).toBe(comparedText('제2조(기간)  사흘이다.'));
    expect(comparedText('(예외) 사흘이다.')).not.toBe(comparedText('사흘이다.'));
  });

  it('compares a text without structure paragraph by paragraph', () => {
    const part = (text: string, start: number): EditionPart => ({ label: undefined, text, start });
    const before = [part('The pool opens at seven in the morning.', 0), part('Dogs stay outside.', 100)];
    const after = [part('Dogs stay outside.', 0), part('The pool opens at eight in the morning.', 50)];
    expect(editionChanges(before, after).map(({ kind, before: one }) => [kind, one?.start])).toEqual([['changed', 0]]);
  });
});

describe('quotations of pairs of editions', () => {
  const LANGUAGES = [
    [
      'Korean',
      (n: number, value: number) =>
        `제${n}조(사항 ${n}) 물품 ${n}호는 ${value}일 안에 창구에 반납한다. 반납한 물품 ${n}호는 대장 ${n}쪽에 적는다.`,
      '\n',
    ],
    [
      'English',
      (n: number, value: number) =>
        `## Rule ${n}\n\nItem ${n} is returned within ${value} days to the desk. The return of item ${n} is written on page ${n} of the book.`,
      '\n\n',
    ],
  ] as const;

  it.each(LANGUAGES)('are outdated if their %s passage was changed, and only then', (_name, article, between) => {
    const random = seeded(3);
    let [right, missed, wrong] = [0, 0, 0];
    for (let pair = 0; pair < 60; pair++) {
      const count = 4 + Math.floor(random() * 20);
      const values = Array.from({ length: count }, () => 2 + Math.floor(random() * 90));
      const fate = values.map(() => random());
      const inserted = random() < 0.5 ? `${article(99, 5)}${between}` : '';
      const before = values.map((value, i) => article(i + 1, value)).join(between);
      const after =
        inserted +
        values
          .flatMap((value, i) => {
            if ((fate[i] ?? 1) < 0.15) return [];
            return [article(i + 1, (fate[i] ?? 1) < 0.4 ? value + 100 : value)];
          })
          .join(between);
      const changes = editionChanges(partsOf(before), partsOf(after));
      for (let i = 0; i < count; i++) {
        for (const sentence of [
          /(?:물품|Item) \d.*(?:반납한다|desk)\./u,
          /(?:반납한 |The return).*(?:적는다|book)\./u,
        ]) {
          const quote = sentence.exec(article(i + 1, values[i] ?? 0))?.[0] ?? '';
          const isFound = isQuoteOutdated(quote, before.indexOf(quote), changes, after);
          const isChanged = (fate[i] ?? 1) < 0.4;
          if (isFound && isChanged) right++;
          if (!isFound && isChanged) missed++;
          if (isFound && !isChanged) wrong++;
        }
      }
    }
    expect(right / (right + missed)).toBeGreaterThanOrEqual(0.99);
    expect(right / (right + wrong)).toBeGreaterThanOrEqual(0.9);
  });
});
