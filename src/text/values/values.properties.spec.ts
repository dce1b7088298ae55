import { property, assert, constantFrom, integer, record, string, tuple, Arbitrary } from 'fast-check';
import { compareValues, normalForm } from './compare-values.js';
import { MONTHS } from './dates.js';
import { readValues } from './read-values.js';
import { Value } from './value.js';

const only = (text: string): Value => {
  const values = readValues(text);
  if (values.length !== 1) throw new Error(`'${text}' has ${values.length} values: ${JSON.stringify(values)}`);
  return values[0]!;
};
const two = (n: number): string => String(n).padStart(2, '0');
const grouped = (n: number): string => String(n).replace(/\B(?=(?:\d{3})+$)/gu, ',');
const wide = (text: string): string =>
  text.replace(/[0-9A-Z]/gu, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0));
const capital = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);
const ordinal = (n: number): string =>
  `${n}${n % 100 > 10 && n % 100 < 14 ? 'th' : (['th', 'st', 'nd', 'rd'][n % 10] ?? 'th')}`;

/** Parts of a value, and every notation of it. */
interface Notations<T extends Record<string, unknown>> {
  readonly parts: Arbitrary<T>;
  readonly written: (parts: T) => readonly string[];
}

const KINDS: Readonly<Record<string, Notations<any>>> = {
  dates: {
    parts: record({
      y: integer({ min: 1990, max: 2099 }),
      m: integer({ min: 1, max: 12 }),
      d: integer({ min: 1, max: 28 }),
    }),
    written: ({ y, m, d }) => {
      const month = capital(MONTHS[m - 1]!);
      return [
        `${y}-${two(m)}-${two(d)}`,
        `${y}. ${m}. ${d}.`,
        `${y}.${two(m)}.${two(d)}`,
        `${y}/${m}/${d}`,
        `${y}년 ${m}월 ${d}일`,
        `${y}년${m}월${d}일`,
        `${month} ${d}, ${y}`,
        `${d} ${month} ${y}`,
        `${ordinal(d)} of ${month}, ${y}`,
        `${month.slice(0, 3)}. ${ordinal(d)}, ${y}`,
        `${two(d)}-${month.slice(0, 3)}-${y}`,
        wide(`${y}년 ${m}월 ${d}일`),
        `${y}\u00a0년 ${m}\u00a0월 ${d}\u00a0일`,
        `${y}${two(m)}${two(d)}`,
      ];
    },
  },
  'clock times': {
    parts: record({ h: integer({ min: 0, max: 23 }), m: integer({ min: 0, max: 59 }) }),
    written: ({ h, m }) => {
      const half = h % 12 === 0 ? 12 : h % 12;
      const [korean, english] = h < 12 ? ['오전', 'a.m.'] : ['오후', 'p.m.'];
      return [
        ...(h > 9 && h < 13 ? [] : [`${two(h)}:${two(m)}`]),
        `${half}:${two(m)} ${english}`,
        `${half}.${two(m)}${english.replaceAll('.', '')}`,
        `${half}:${two(m)}${english.replaceAll('.', '').toUpperCase()}`,
        `${korean} ${half}시 ${m}분`,
        `${korean} ${half}:${two(m)}`,
        wide(`${korean} ${half}시 ${m}분`),
        ...(h > 12 ? [`${h}시 ${m}분`, `${h}h${two(m)}`] : []),
        ...(m === 30 ? [`${korean} ${half}시 반`] : []),
        ...(m === 0 ? [`${half} ${english}`, `${korean} ${half}시`] : []),
      ];
    },
  },
  durations: {
    parts: record({ minutes: integer({ min: 61, max: 5000 }) }),
    written: ({ minutes }) => {
      const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
      return [
        `${minutes}분`,
        `${minutes} minutes`,
        `${grouped(minutes)}분간`,
        `${minutes * 60} seconds`,
        ...(rest === 0
          ? [`${hours}시간`]
          : [`${hours}시간 ${rest}분`, `${hours} hours ${rest} minutes`, `${hours} hours and ${rest} minutes`]),
        ...(rest === 30 ? [`${hours}시간 반`, `${hours}.5 hours`] : []),
        ...(minutes % 1440 === 0 ? [`${minutes / 1440}일`] : []),
      ];
    },
  },
  amounts: {
    parts: record({ won: integer({ min: 1, max: 999 }) }),
    written: ({ won }) => [
      `${won}만 원`,
      `${won}만원`,
      `${grouped(won * 1e4)}원`,
      `${won * 1e4} won`,
      `KRW ${grouped(won * 1e4)}`,
      `₩${won * 1e4}`,
    ],
  },
  'amounts in euros': {
    parts: record({ euros: integer({ min: 2, max: 99_999 }) }),
    written: ({ euros }) => [
      `€${euros}`,
      `${grouped(euros)} euros`,
      `${euros} EUR`,
      `EUR ${grouped(euros)}`,
      `${euros}유로`,
      `€ ${grouped(euros)}`,
    ],
  },
  weights: {
    parts: record({ grams: integer({ min: 2, max: 90_000 }) }),
    written: ({ grams }) => [
      `${grams} g`,
      `${grouped(grams)} grams`,
      `${grams}그램`,
      `${grams / 1000} kg`,
      `${grams / 1000}킬로그램`,
      `${grams * 1000} mg`,
    ],
  },
  shares: {
    parts: record({ percent: integer({ min: 2, max: 99 }) }),
    written: ({ percent }) => [
      `${percent}%`,
      `${percent} percent`,
      `${percent} per cent`,
      `${percent}퍼센트`,
      `100분의 ${percent}`,
      wide(`${percent}`) + '％',
    ],
  },
  people: {
    parts: record({ count: integer({ min: 2, max: 900 }) }),
    written: ({ count }) => [`${count}명`, `${count} people`, `${count} persons`, `${count}\u00a0명`, `${count}인`],
  },
  codes: {
    parts: record({ number: integer({ min: 1, max: 999 }), letter: constantFrom(...'BCDEFGHJKLMNPQRSTUVWXYZ') }),
    written: ({ number, letter }) => [
      `Form ${number}-${letter}`,
      `form ${number}${letter}`,
      `Form ${number} ${letter}`,
      `서식 ${number}-${letter}`,
      `FORM ${number}-${letter}`.replace('FORM', 'Form'),
      wide(`${number}-${letter}`).replace(/^/u, 'Form '),
    ],
  },
  'codes of Korean letters': {
    parts: record({ number: integer({ min: 1, max: 99 }), letter: constantFrom(...'가나다라마바사아자차카타파하') }),
    written: ({ number, letter }) => [`${number}-${letter}`, `${number}-${letter}호`, `서식 ${number}-${letter}`],
  },
  annexes: {
    parts: record({ number: integer({ min: 1, max: 99 }), branch: integer({ min: 2, max: 9 }) }),
    written: ({ number, branch }) => [
      `별지 제${number}호의${branch}서식`,
      `제${number}호의${branch} 서식`,
      `별지 제 ${number}호의 ${branch} 서식`,
    ],
  },
  models: {
    parts: record({ letter: constantFrom('RX', 'QT', 'K', 'ZB'), number: integer({ min: 1, max: 9999 }) }),
    written: ({ letter, number }) => [
      `${letter}-${number}`,
      `${letter}${number}`,
      `model ${letter}-${number}`,
      `모델 ${letter}${number}`,
    ],
  },
  versions: {
    parts: record({
      a: integer({ min: 0, max: 99 }),
      b: integer({ min: 0, max: 99 }),
      c: integer({ min: 0, max: 99 }),
    }),
    written: ({ a, b, c }) => [
      `version ${a}.${b}.${c}`,
      `v${a}.${b}.${c}`,
      `버전 ${a}.${b}.${c}`,
      `${a}.${b}.${c} 버전`,
      `ver. ${a}.${b}.${c}`,
    ],
  },
};

describe('Any value', () => {
  it.each(Object.entries(KINDS))('is the same in every notation: %s', (_, { parts, written }) => {
    assert(
      property(parts, (value) => {
        const values = written(value).map(only);
        for (const other of values)
          expect([compareValues(values[0]!, other), normalForm(other)]).toEqual(['same', normalForm(values[0]!)]);
      }),
    );
  });

  it.each(Object.entries(KINDS))('is different when one part differs: %s', (_, { parts, written }) => {
    assert(
      property(tuple(parts, parts), ([value, other]) => {
        for (const part of Object.keys(value)) {
          if (value[part] === other[part]) continue;
          const changed = written({ ...value, [part]: other[part] }).map(only);
          for (const [i, one] of written(value).map(only).entries())
            expect([one, changed[i % changed.length]!, compareValues(one, changed[i % changed.length]!)][2]).toBe(
              'different',
            );
        }
      }),
    );
  });

  it('is read from any text without an error, in order, without overlap, and is the same as itself', () => {
    const pieces = constantFrom(
      '7',
      '-',
      'B',
      '호',
      '제',
      '3',
      '.',
      ':',
      '월',
      '일',
      '오후',
      '반',
      'May',
      ' ',
      '분의',
      '%',
      '€',
      'Form',
      '만',
      '①',
      '의',
      '/',
      '½',
      '\ud800',
    );
    const texts = tuple(string({ unit: 'binary' }), string({ unit: pieces, maxLength: 40 } as any)).map(
      ([a, b]) => `${a}${b}`,
    );
    assert(
      property(texts, (text) => {
        let last = 0;
        for (const value of readValues(text)) {
          expect(value.start).toBeGreaterThanOrEqual(last);
          expect(value.end).toBeGreaterThan(value.start);
          last = value.end;
          expect(compareValues(value, value)).toBe('same');
          expect(normalForm(value)).not.toContain('NaN');
        }
      }),
    );
  });

  it('is read with work that grows with the length only', () => {
    const pieces = [
      '7-B ',
      '1/2 ',
      '3월 5일 ',
      '2026. 3. 5. ',
      '1,000',
      '10 May ',
      '오후 6시 ',
      'a.m. ',
      '제3호의2 ',
      'twenty ',
      '가-',
      '2시간 ',
      '~3',
      '십',
    ];
    // eslint-disable-next-line @typescript-eslint/unbound-method -- called with its text
    const slice = String.prototype.slice;
    const copied = (length: number, piece: string): number => {
      let sum = 0;
      String.prototype.slice = function (this: string, from?: number, to?: number) {
        const part = slice.call(this, from, to);
        sum += 1 + part.length;
        return part;
      };
      try {
        const text = piece.repeat(Math.ceil(length / piece.length));
        readValues(text);
      } finally {
        String.prototype.slice = slice;
      }
      return sum;
    };
    for (const piece of pieces) expect(copied(100_000, piece)).toBeLessThanOrEqual(2.2 * copied(50_000, piece) + 1000);
  });
});
