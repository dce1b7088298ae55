/** The one document of which every format has a file: rules of an observatory that does not exist. */

export interface SampleCell {
  readonly text: string;
  readonly across?: number;
  readonly down?: number;
}

export type SampleBlock =
  | { readonly kind: 'heading'; readonly level: 1 | 2; readonly mark: string; readonly text: string }
  | { readonly kind: 'paragraph'; readonly text: string; readonly note?: string }
  | { readonly kind: 'items'; readonly items: readonly string[] }
  /** Rows hold the cells that begin in them; the first row names the columns. */
  | { readonly kind: 'table'; readonly rows: readonly (readonly SampleCell[])[] };

export const TITLE = '달빛 천문대 이용 규정';
export const NOTE = '12월에는 오후 10시에 닫는다.';

const cell = (text: string, more: Omit<SampleCell, 'text'> = {}): SampleCell => ({ text, ...more });

export const SAMPLE: readonly SampleBlock[] = [
  { kind: 'heading', level: 1, mark: '제1장', text: '총칙' },
  { kind: 'heading', level: 2, mark: '제1조', text: '(목적)' },
  { kind: 'paragraph', text: '이 규정은 달빛 천문대의 이용에 필요한 사항을 정한다.' },
  { kind: 'heading', level: 2, mark: '제2조', text: '(개방 시간)' },
  { kind: 'paragraph', text: '천문대는 화요일부터 토요일까지 오후 7시에 열고 오후 11시에 닫는다.', note: NOTE },
  { kind: 'heading', level: 1, mark: '제2장', text: '관람' },
  { kind: 'heading', level: 2, mark: '제3조', text: '(예약)' },
  { kind: 'paragraph', text: '관람하려면 방문일 3일 전까지 예약하여야 한다.' },
  {
    kind: 'items',
    items: [
      '단체 관람은 20명 이상을 말한다.',
      '단체 예약은 전화 02-555-0199로 한다.',
      '예약 취소 수수료는 2,500원이다.',
    ],
  },
  { kind: 'heading', level: 2, mark: '제4조', text: '(관람료)' },
  { kind: 'paragraph', text: '관람료는 다음 표와 같다.' },
  {
    kind: 'table',
    rows: [
      [cell('구분'), cell('대상'), cell('평일'), cell('주말')],
      [cell('개인', { down: 2 }), cell('어른'), cell('5,000원'), cell('7,000원')],
      [cell('어린이'), cell('2,000원'), cell('3,000원')],
      [cell('단체'), cell('어른'), cell('4,000원'), cell('6,000원')],
      [cell('우대'), cell('만 65세 이상'), cell('무료', { across: 2 })],
    ],
  },
  { kind: 'heading', level: 2, mark: '제5조', text: '(망원경)' },
  { kind: 'paragraph', text: '망원경 촬영 허가 신청서는 촬영일 7일 전까지 낸다.' },
  { kind: 'paragraph', text: 'The main telescope has a mirror of 1.2 metres.' },
];

/** Headings with their levels, from 1. */
export const HEADINGS: readonly (readonly [level: number, text: string])[] = SAMPLE.flatMap((block) =>
  block.kind === 'heading' ? [[block.level, `${block.mark}${block.level === 1 ? ' ' : ''}${block.text}`] as const] : [],
);

/** The table as it is stored: merged cells repeat their value. */
export const TABLE = [
  '| 구분 | 대상 | 평일 | 주말 |',
  '| --- | --- | --- | --- |',
  '| 개인 | 어른 | 5,000원 | 7,000원 |',
  '| 개인 | 어린이 | 2,000원 | 3,000원 |',
  '| 단체 | 어른 | 4,000원 | 6,000원 |',
  '| 우대 | 만 65세 이상 | 무료 | 무료 |',
].join('\n');

/** Questions and a part of the text that answers each. */
export const QUESTIONS: readonly (readonly [question: string, answer: string])[] = [
  ['천문대는 몇 시에 여나요?', '오후 7시'],
  ['관람 예약은 언제까지 해야 하나요?', '3일 전'],
  ['예약 취소 수수료는 얼마인가요?', '2,500원'],
  ['단체 예약은 어느 전화로 하나요?', '02-555-0199'],
  ['단체 관람은 몇 명 이상을 말하나요?', '20명'],
  ['개인 어린이의 주말 관람료는 얼마인가요?', '3,000원'],
  ['단체 어른의 평일 관람료는 얼마인가요?', '4,000원'],
  ['12월에는 몇 시에 닫나요?', '오후 10시'],
  ['How large is the mirror of the main telescope?', '1.2 metres'],
  ['망원경 촬영 허가 신청서는 언제까지 내나요?', '7일 전'],
];

/** A heading as one line. */
export function headingText(block: Extract<SampleBlock, { kind: 'heading' }>): string {
  return `${block.mark}${block.level === 1 ? ' ' : ''}${block.text}`;
}

/** A paragraph with its note in brackets, for formats without notes. */
export function withNote(block: Extract<SampleBlock, { kind: 'paragraph' }>): string {
  return block.note === undefined ? block.text : `${block.text} (${block.note})`;
}

/** Every place of the table; those that a merged cell covers are undefined. */
export function places(rows: readonly (readonly SampleCell[])[]): (SampleCell | undefined)[][] {
  const grid: (SampleCell | undefined | null)[][] = rows.map(() => []);
  for (const [y, row] of rows.entries()) {
    let x = 0;
    for (const each of row) {
      while (grid[y]![x] !== undefined) x += 1;
      for (let dy = 0; dy < (each.down ?? 1); dy += 1)
        for (let dx = 0; dx < (each.across ?? 1); dx += 1) grid[y + dy]![x + dx] = dy + dx === 0 ? each : null;
      x += each.across ?? 1;
    }
  }
  return grid.map((row) => row.map((each) => each ?? undefined));
}
