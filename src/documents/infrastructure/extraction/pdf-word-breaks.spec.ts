import { pdfBlocks } from './pdf-blocks.js';
import { type PdfRun, toSegments } from './pdf-segments.js';
import { renderBlocks } from './render-blocks.js';

const ARTICLES = [
  '합창단에 등록하려는 사람은 등록 신청서를 사무국에 제출하여야 하며, 사무국은 신청서를 받은 날부터 7일 이내에 등록 여부를 알려야 한다. 등록하여야 하는 사람이 기한을 넘기면 사무국은 등록을 취소할 수 있다.',
  '회비는 매월 25일까지 사무국에 납부하여야 한다. 회비를 납부하지 아니한 사람은 연습실을 사용할 수 없으며, 사무국은 회비를 납부하지 아니한 사람에게 그 사실을 알려야 한다. 납부한 회비는 돌려주지 아니한다.',
  '연습실을 사용하려는 사람은 사용 신청서를 3일 전까지 사무국에 제출하여야 한다. 사무국은 연습실의 사용을 허가한 경우에는 사용 시간을 정하여 신청한 사람에게 알려야 하며, 허가를 받은 사람은 연습실의 시설을 깨끗하게 사용하여야 한다.',
  '악보를 빌리려는 사람은 대여 신청서를 제출하고 보증금을 납부하여야 한다. 악보의 대여 기간은 10주로 하며, 대여 기간이 지난 악보를 돌려주지 아니한 사람은 새로운 악보를 빌릴 수 없다. 보증금은 악보를 돌려준 날부터 7일 이내에 돌려준다.',
  '사무국은 등록한 사람의 이름과 연락처를 보관하며, 등록을 취소한 사람의 연락처는 취소한 날부터 30일 이내에 삭제하여야 한다. 등록한 사람은 연락처가 바뀐 경우에는 바뀐 날부터 7일 이내에 사무국에 알려야 한다.',
];
const HEIGHT = 10;
const widthOf = (text: string): number =>
  [...text].reduce((sum, sign) => sum + (sign === ' ' ? 3 : /[가-힣]/u.test(sign) ? HEIGHT : HEIGHT / 2), 0);
const LINE = /[\d.,]+|[^\d.,]/gu;

/** Lines of a text that are broken between any two syllables. */
function brokenAnywhere(text: string, width: number): string[] {
  const lines = [''];
  for (const [piece] of text.matchAll(LINE)) {
    const line = lines.at(-1) ?? '';
    if (widthOf(line + piece) > width && !/^[ .,]/u.test(piece)) lines.push(piece);
    else lines[lines.length - 1] = line + piece;
  }
  return lines;
}

function brokenBetweenWords(text: string, width: number): string[] {
  const lines = [''];
  for (const word of text.split(' ')) {
    const line = lines.at(-1) ?? '';
    if (widthOf(`${line} ${word}`) > width) lines.push(word);
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`;
  }
  return lines;
}

/** The text of a page of paragraphs, each on one line. @param justified widens full lines to the width of the column */
function read(paragraphs: readonly (readonly string[])[], width: number, isJustified = false): string[] {
  let across = 700;
  const runs = paragraphs.flatMap((lines) => {
    across -= 20;
    return lines.map((text, i): PdfRun => {
      across -= 14;
      const isFull = isJustified && i < lines.length - 1;
      return { text, along: 50, across, width: isFull ? width : widthOf(text), height: HEIGHT };
    });
  });
  const page = { segments: toSegments(runs), bottom: 0, top: 842, page: 1, isUpright: true };
  const { text } = renderBlocks(pdfBlocks([page]));
  return text.split('\n\n').map((paragraph) => paragraph.replaceAll('\n', ' '));
}

/** The share of the ends of lines that are as in the text. */
function correct(width: number, breakLines: (text: string, width: number) => string[], isJustified: boolean): number {
  const trimmed = ARTICLES.map((text) => breakLines(text, width).map((line) => line.trimEnd()));
  const shown = read(trimmed, width, isJustified);
  let [right, all] = [0, 0];
  for (const [i, lines] of trimmed.entries()) {
    const signs = shown[i] ?? '';
    expect(signs.replaceAll(' ', '')).toBe(ARTICLES[i]?.replaceAll(' ', ''));
    let length = 0;
    for (const line of lines.slice(0, -1)) {
      length += line.replaceAll(' ', '').length;
      const isSpace = (text: string): boolean => new RegExp(`^(?: *[^ ]){${length}} `, 'u').test(text);
      right += Number(isSpace(ARTICLES[i] ?? '') === isSpace(signs));
      all += 1;
    }
  }
  return right / all;
}

describe('lines of Korean text', () => {
  it.each([180, 230, 310])('that end inside words are mostly joined without a space (width %d)', (width) => {
    for (const isJustified of [false, true])
      expect(correct(width, brokenAnywhere, isJustified)).toBeGreaterThanOrEqual(0.85);
  });

  it.each([180, 230, 310])('that end between words keep the space (width %d)', (width) => {
    for (const isJustified of [false, true]) expect(correct(width, brokenBetweenWords, isJustified)).toBe(1);
  });

  it('that are short, as in a list, are not joined', () => {
    const list = ['서울 사무국', '부산 사무국', '대전 사무국'];
    expect(read([...ARTICLES.map((text) => brokenAnywhere(text, 230)), list], 230).at(-1)).toBe(list.join(' '));
  });
});
