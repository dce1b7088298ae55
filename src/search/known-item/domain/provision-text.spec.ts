import { spansOfPart } from './provision-text.js';
import type { ProvisionPart } from './provision.js';

const LOFT = `제2장 빌리기
제9조(다락의 열쇠) ① 열쇠는 관리실에서 받는다. 다만, ②에 적은 날은 그러하지 아니하다.
② 다음 각 호의 날에는 빌려주지 않는다. <개정 2021. 3. 1., 2023. 4. 2.>
1. 청소하는 날
2. 행사가 있는 날로서 다음 각 목의 날
가. 개원일
나. 축제일
2의2. 눈이 온 날
3. 그 밖의 날
③ 잃어버리면 2만 원을 낸다. ④ 대신 받을 사람을 적는다.`;

function quoted(texts: readonly string[], part: ProvisionPart): readonly string[] | undefined {
  return spansOfPart(texts, part)?.map(({ piece, start, end }) => texts[piece]?.slice(start, end) ?? '');
}

describe('spansOfPart', () => {
  it('returns the whole provision without the headings above it', () => {
    expect(quoted([LOFT], {})).toEqual([LOFT.slice(LOFT.indexOf('제9조'))]);
    expect(quoted(['## 3.2 Keys\n\nKeys are at the desk.'], {})).toEqual(['Keys are at the desk.']);
    expect(quoted(['### 제3조(열쇠) 열쇠는 둘이다.'], {})).toEqual(['제3조(열쇠) 열쇠는 둘이다.']);
    expect(quoted(['## Keys'], {})).toEqual(['## Keys']);
  });

  it.each<[ProvisionPart, readonly string[]]>([
    [{ paragraph: 1 }, ['제9조(다락의 열쇠) ① 열쇠는 관리실에서 받는다. 다만, ②에 적은 날은 그러하지 아니하다.']],
    [{ paragraph: 3 }, ['③ 잃어버리면 2만 원을 낸다.']],
    [{ paragraph: 4 }, ['④ 대신 받을 사람을 적는다.']],
    [
      { paragraph: 2, item: '1' },
      ['② 다음 각 호의 날에는 빌려주지 않는다. <개정 2021. 3. 1., 2023. 4. 2.>', '1. 청소하는 날'],
    ],
    [{ item: '2-2' }, ['② 다음 각 호의 날에는 빌려주지 않는다. <개정 2021. 3. 1., 2023. 4. 2.>', '2의2. 눈이 온 날']],
    [
      { paragraph: 2, item: '2', subItem: '나' },
      [
        '② 다음 각 호의 날에는 빌려주지 않는다. <개정 2021. 3. 1., 2023. 4. 2.>',
        '2. 행사가 있는 날로서 다음 각 목의 날',
        '나. 축제일',
      ],
    ],
  ])('returns %j with its introduction', (part, expected) => {
    expect(quoted([LOFT], part)).toEqual(expected);
  });

  it('returns nothing for a missing part', () => {
    for (const part of [
      { paragraph: 5 },
      { paragraph: 1, item: '1' },
      { paragraph: 2, item: '9' },
      { item: '1', subItem: '라' },
    ])
      expect(quoted([LOFT], part)).toBeUndefined();
    expect(quoted(['제3조(열쇠) 열쇠는 둘이다.'], { paragraph: 2 })).toBeUndefined();
    expect(quoted(['제3조(열쇠) 열쇠는 둘이다.'], { paragraph: 1 })).toEqual(['제3조(열쇠) 열쇠는 둘이다.']);
    // Numbers after an introduction are items, not paragraphs.
    expect(quoted(['제3조(열쇠) 열쇠는 다음과 같다.\n1. 큰 것\n2. 작은 것'], { paragraph: 2 })).toBeUndefined();
  });

  it('reads a provision over its passages', () => {
    const pieces = ['제4조(배) ① 배는 희다.\n② 배는 크다. 그 길이는', '열 걸음이다.\n③ 배는 둘이다.'];
    expect(quoted(pieces, {})).toEqual(pieces);
    expect(quoted(pieces, { paragraph: 2 })).toEqual(['② 배는 크다. 그 길이는', '열 걸음이다.']);
    expect(quoted(pieces, { paragraph: 3 })).toEqual(['③ 배는 둘이다.']);
  });

  it('reads other numbering styles', () => {
    expect(quoted(['제6조(문) 1. 문은 잠근다.\n2. 창은 닫는다.'], { paragraph: 2 })).toEqual(['2. 창은 닫는다.']);
    expect(quoted(['제６조（문）\n① 문은 잠근다．\n② 창은 닫는다．'], { paragraph: 2 })).toEqual(['② 창은 닫는다．']);
    const english = 'Guests may stay (see 2.1):\n(1) for a night;\n(2) longer, if\n(a) they are ill, or\n(b) it snows.';
    expect(quoted([english], { paragraph: 2, item: 'b' })).toEqual(['(2) longer, if', '(b) it snows.']);
  });
});
