import { quickestMs } from '../../../test/support/processor-time.js';
import fc from 'fast-check';
import { MAX_LENGTH, TARGET_LENGTH } from './passage-size.js';
import { Passage } from './passage.js';
import { splitIntoPassages } from './split-into-passages.js';

type ContentType = 'text/plain' | 'text/markdown' | 'text/html';

const split = (text: string, type: ContentType = 'text/plain', title = '휴학 규정'): Passage[] =>
  splitIntoPassages(text, type, title);
const textsOf = (text: string, passages: readonly Passage[]): string[] =>
  passages.map(({ start, end }) => text.slice(start, end));
const sectionsOf = (passages: readonly Passage[]): (string | undefined)[] => passages.map(({ section }) => section);

const HALF_CHARACTER = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;

function expectExact(text: string, passages: readonly Passage[]): void {
  let covered = 0;
  for (const { start, end } of passages) {
    const passage = text.slice(start, end);
    expect(start).toBeGreaterThanOrEqual(covered);
    expect(passage).not.toBe('');
    expect(passage).toBe(passage.trim());
    expect(passage.length).toBeLessThanOrEqual(MAX_LENGTH);
    expect(text.slice(covered, start).trim()).toBe('');
    covered = end;
  }
  expect(text.slice(covered).trim()).toBe('');
}

const REGULATION = [
  '제1장  총  칙',
  '제1조(목적) 이 규정은 휴학에 관한 사항을 정한다.',
  '제2조 (정의) ① 이 규정에서 쓰는 말은 다음과 같다. <개정 2020. 7. 1.>',
  '1. 휴학: 학업을 쉬는 것',
  '가. 일반 휴학',
  '2. <삭제 2021. 3. 1.>',
  '② 그 밖의 말은 학칙을 따른다.',
  '제2장  휴  학',
  '제1절 신청',
  '제3조【신청 기간】 학기 개시 전에 신청한다.',
  '제3조의2(병역) 병역은',
  '제8조에 따라 처리하고',
  '제5조 및 제6조의 예에 따른다.',
  '제4조 <삭제 2019. 9. 1.>',
  '제5조(회계) 삭제 <2018. 2. 1.>',
  '제6조 이 규정에 없는 것은 총장이 정한다.',
  '부  칙 <2026. 2. 10.>',
  '제1조(시행일) 이 규정은 2026년 3월 1일부터 시행한다.',
  '제2조(경과조치) 종전의 휴학은 이 규정에 따른 것으로 본다.',
  '부칙',
  '1. 이 규정은 2027. 3. 1.부터 시행한다.',
  '[별표 1] 등록금 반환 기준(제7조 관련)',
  '| 시기 | 반환 |',
  '| 개강 전 | 전액 |',
  '[별지 제1호 서식] <개정 2020. 7. 1.>',
  '휴  학  원',
  '제1조(서약) 서약한다.',
].join('\n');

describe('splitIntoPassages: Korean regulations', () => {
  it('makes a passage of each article, with its number, title and path', () => {
    const passages = split(REGULATION);
    expectExact(REGULATION, passages);
    expect(
      passages.filter(({ kind }) => kind === 'article').map((p) => [p.article, p.articleTitle, p.section]),
    ).toEqual([
      ['제1조', '목적', '제1장 총칙 > 제1조(목적)'],
      ['제2조', '정의', '제1장 총칙 > 제2조(정의)'],
      ['제3조', '신청 기간', '제2장 휴학 > 제1절 신청 > 제3조(신청 기간)'],
      ['제3조의2', '병역', '제2장 휴학 > 제1절 신청 > 제3조의2(병역)'],
      ['제4조', undefined, '제2장 휴학 > 제1절 신청 > 제4조'],
      ['제5조', '회계', '제2장 휴학 > 제1절 신청 > 제5조(회계)'],
      ['제6조', undefined, '제2장 휴학 > 제1절 신청 > 제6조'],
    ]);
  });

  it('joins bare headings to the article below them and keeps paragraphs and items inside', () => {
    const texts = textsOf(REGULATION, split(REGULATION));
    expect(texts[0]).toBe('제1장  총  칙\n제1조(목적) 이 규정은 휴학에 관한 사항을 정한다.');
    expect(texts[1]).toContain('② 그 밖의 말은 학칙을 따른다.');
    expect(texts[2]).toMatch(/^제2장 {2}휴 {2}학\n제1절 신청\n제3조/u);
  });

  it('does not take a citation at the start of a line for an article', () => {
    const passages = split(REGULATION);
    const conscription = passages.find(({ article }) => article === '제3조의2');
    expect(REGULATION.slice(conscription?.start, conscription?.end)).toContain('제5조 및 제6조의 예에 따른다.');
    expect(passages.filter(({ article }) => article === '제8조')).toEqual([]);
    const text =
      '제1조(목적) 이 규정은\n제2조(정의)에 따른 말과\n제2조(정의) 제3항의 말을 쓴다.\n제2조(정의) 말은 다음과 같다.';
    expect(split(text).map(({ article }) => article)).toEqual(['제1조', '제2조']);
  });

  it('keeps addenda, annexes and forms out of the article lookup', () => {
    const rest = split(REGULATION).slice(7);
    expect(rest.map((p) => [p.kind, p.section, p.article])).toEqual([
      ['addendum', '부칙 <2026. 2. 10.> > 제1조(시행일)', undefined],
      ['addendum', '부칙 <2026. 2. 10.> > 제2조(경과조치)', undefined],
      ['addendum', '부칙', undefined],
      ['annex', '[별표 1] 등록금 반환 기준(제7조 관련)', undefined],
      ['form', '[별지 제1호 서식] 휴학원', undefined],
    ]);
  });

  it.each([
    ['부칙 <2020. 7. 1.>', 'addendum', '부칙 <2020. 7. 1.>'],
    ['부   칙(2020. 7. 1.)', 'addendum', '부칙 (2020. 7. 1.)'],
    ['## 부칙', 'addendum', '부칙'],
    ['<별표 1>', 'annex', '<별표 1>'],
    ['별표 제1호', 'annex', '별표 제1호'],
    ['별표 2 수업료', 'annex', '별표 2 수업료'],
    ['【별지 제2호 서식】 <개정 2020. 7. 1.>', 'form', '【별지 제2호 서식】'],
    ['[별지 제1-2호서식] 휴학원', 'form', '[별지 제1-2호서식] 휴학원'],
  ])('reads the heading %s as %s', (heading, kind, section) => {
    const text = `제1조(목적) 정한다.\n제2조(정의) 말한다.\n${heading}\n1. 다음과 같이 한다.`;
    const last = split(text).at(-1);
    expect([last?.kind, last?.section]).toEqual([kind, section]);
  });

  it.each([
    '별표 1과 같이 정한다',
    '[별표 1]에 따른 금액',
    '<별표 1> 및 <별표 2>에 따른다.',
    '부칙 제3조의 규정',
    '제2장의 규정을 준용하고',
  ])('leaves the line %s inside its article', (line) => {
    expect(split(`제1조(목적) 금액은\n${line}\n정한다.\n제2조(정의) 말한다.`).map(({ article }) => article)).toEqual([
      '제1조',
      '제2조',
    ]);
  });

  it.each([
    ['제 12 조 (휴학)', '휴학'],
    ['제12조(휴학)', '휴학'],
    ['제12조【휴학】', '휴학'],
    ['제12조 [휴 학]', '휴학'],
    ['## 제12조(휴학)', '휴학'],
    ['**제12조(휴학(군 휴학 포함))**', '휴학(군 휴학 포함)'],
    ['### 제12조 휴학의 신청', '휴학의 신청'],
    ['제12조\n(휴학)', '휴학'],
    ['제12조(휴학\n신청)', '휴학 신청'],
  ])('reads the article line %j', (line, title) => {
    const text = `${line} 학생은 신청한다.\n제13조(복학) 복학한다.`;
    const heading = line.startsWith('###') ? `${line}\n학생은 신청한다.\n제13조(복학) 복학한다.` : text;
    const [article] = split(heading);
    expect([article?.article, article?.articleTitle]).toEqual(['제12조', title]);
  });

  it('reads articles without titles while their numbers continue', () => {
    const text =
      '제12조 휴학은 1년으로 한다.\n제13조 복학은 신청한다.\n제13조의2 전역자도 같다.\n제20조 다음에 정한다.';
    const passages = split(text);
    expect(passages.map(({ article }) => article)).toEqual(['제12조', '제13조', '제13조의2']);
    expect(passages.at(-1)?.end).toBe(text.length);
  });

  it('reads a single provision, but not prose that cites one', () => {
    expect(split('제8조(휴학의 신청) 휴학원을 낸다.')[0]?.article).toBe('제8조');
    expect(split('안내\n제8조에 따라 휴학한다.\n제9조에 따라 복학한다.')[0]).toMatchObject({
      kind: 'paragraph',
      article: undefined,
    });
  });

  it('reads provisions below a title and the dates of enactment', () => {
    const head = '우물 이용 규칙\n\n제정 2020. 1. 2.\n개정 2023. 4. 5.\n\n';
    expect(split(`${head}제1조(목적) 우물을 쓴다.`).map(({ article }) => article)).toEqual([undefined, '제1조']);
    expect(split(`${head}제1장 총칙\n제1조(목적) 쓴다.\n제2조(때) 낮에 쓴다.`).map(({ section }) => section)).toEqual([
      undefined,
      '제1장 총칙 > 제1조(목적)',
      '제1장 총칙 > 제2조(때)',
    ]);
    // Prose with a single article is prose.
    const prose = `${'우물은 마을의 것이며 누구나 아침부터 저녁까지 쓸 수 있다고 오래전부터 전해 온다. '.repeat(2)}\n\n`;
    expect(split(`${prose}제1조(목적) 우물을 쓴다.`)[0]?.article).toBeUndefined();
    expect(split(`${prose}제1조(목적) 우물을 쓴다.`).at(-1)?.article).toBeUndefined();
  });

  it('reads full-width digits and brackets as half-width ones, at the offsets of the text', () => {
    const text = '제１조（목적） 우물을 쓴다．\n제２조（때） 낮 １２시까지 쓴다．\n제２조의２（겨울） 닫는다．';
    const passages = split(text);
    expect(passages.map(({ article, articleTitle }) => [article, articleTitle])).toEqual([
      ['제1조', '목적'],
      ['제2조', '때'],
      ['제2조의2', '겨울'],
    ]);
    expect(textsOf(text, passages)).toEqual(text.split('\n'));
  });

  it('finds a provision under the headings of a Markdown document', () => {
    const text =
      '# 휴학 규정\n\n## 제1장 총칙\n\n### 제1조(목적)\n\n목적을 정한다.\n\n#### 해설\n\n설명\n\n### 제2조(정의)\n\n말\n\n## 부칙\n\n시행한다.\n\n# 복학 규정\n\n## 제1조(목적)\n\n복학';
    const passages = split(text, 'text/markdown');
    expectExact(text, passages);
    expect(passages.map((p) => [p.kind, p.section])).toEqual([
      ['article', '휴학 규정 > 제1장 총칙 > 제1조(목적)'],
      ['article', '휴학 규정 > 제1장 총칙 > 제2조(정의)'],
      ['addendum', '휴학 규정 > 부칙'],
      ['article', '복학 규정 > 제1조(목적)'],
    ]);
  });

  it('does not take a table of contents for articles', () => {
    const body = '제1장 총칙\n제1조(목적) 목적을 정한다.\n제2조(정의) 말을 정한다.\n제3조(신청) 신청한다.';
    for (const contents of [
      '제1장 총칙\n제1조(목적)\n제2조(정의)\n제3조(신청)\n\n',
      '제1장 총칙 ···· 1\n제1조(목적) ···· 1\n제2조(정의) ···· 2\n제3조(신청) 3\n\n',
    ]) {
      const text = contents + body;
      const passages = split(text);
      expectExact(text, passages);
      expect(passages.map(({ article }) => article)).toEqual([undefined, '제1조', '제2조', '제3조']);
    }
  });

  it('continues with the articles after an annex that is between them', () => {
    const text = '제1조(목적) 정한다.\n제2조(요금) 다음과 같다.\n[별표 1]\n| 가 | 1 |\n제3조(시행) 시행한다.';
    expect(split(text).map(({ article }) => article)).toEqual(['제1조', '제2조', undefined, '제3조']);
  });

  it('begins again at another regulation in the same document', () => {
    const text =
      '제1조(목적) 휴학\n부칙\n시행한다.\n복학 규정\n제1장 총칙\n제1조(목적) 복학\n부칙\n제1조(시행일) 시행한다.\n제1조(목적) 전과';
    expect(split(text).map((p) => [p.kind, p.section])).toEqual([
      ['article', '제1조(목적)'],
      ['addendum', '부칙'],
      ['article', '제1장 총칙 > 제1조(목적)'],
      ['addendum', '부칙 > 제1조(시행일)'],
      ['article', '제1조(목적)'],
    ]);
  });

  it('distinguishes deleted articles from those in force', () => {
    const deleted = (text: string): unknown => split(`${text}\n제99조(기타) 기타`)[0]?.deleted;
    for (const text of [
      '제9조 <삭제 2019. 9. 1.>',
      '제9조 삭제 <2019. 9. 1.>',
      '제9조 <삭제>',
      '제9조(회계) <삭제 2019. 9. 1.>',
      '제9조(회계) 삭제 <2019. 9. 1.>',
      '제9조 (삭제)',
      '제9조 <삭제 2019. 9. 1.> [제8조에서 이동 2018. 1. 1.]',
      '제9조(회계) ① <삭제 2018. 1. 1.>\n② <삭제 2019. 9. 1.>',
    ])
      expect([text, deleted(text)]).toEqual([text, true]);
    for (const text of [
      '제9조(회계) <단서조항삭제 2005. 12. 1 개정 2011. 2. 10> 회계는 따로 정한다.',
      '제9조(회계) ① <삭제 2019. 9. 1.>\n② 회계는 따로 정한다.',
      '제9조(회계) 다음과 같다.\n1. <삭제 2019. 9. 1.>\n2. 회계',
      '제9조(삭제의 청구) 삭제를 청구할 수 있다. <개정 2020. 7. 1.>',
      '제9조(회계) <개정 2020. 7. 1.>',
    ])
      expect([text, deleted(text)]).toEqual([text, false]);
    expect(split('제9조 삭제 <2019. 9. 1.>')[0]?.history).toEqual([{ kind: 'deleted', date: '2019-09-01' }]);
    expect(split('제9조부터 제11조까지 삭제 2019. 9. 1.\n제12조 그 밖은 총장이 정한다.')).toMatchObject([
      { article: '제9조', deleted: true, history: [{ kind: 'deleted', date: '2019-09-01' }] },
      { article: '제12조', deleted: false, history: [] },
    ]);
    expect(split('제1조(목적) 목적\n[별지 제2호 서식] <삭제 2019. 2. 1>').at(-1)).toMatchObject({
      kind: 'form',
      deleted: true,
    });
  });

  it('gives every part of a long article its number, and cuts between its paragraphs', () => {
    const clause = (sign: string): string => `${sign} ${'휴학하려는 학생은 휴학원을 내야 한다. '.repeat(30)}`.trim();
    const text = `제8조(신청) ${clause('①')}\n${clause('②')} <개정 2020. 7. 1.>\n${clause('③')}\n${clause('④')}\n제9조(복학) 복학한다.`;
    const passages = split(text);
    expectExact(text, passages);
    const parts = passages.filter(({ article }) => article === '제8조');
    expect(parts.length).toBeGreaterThan(1);
    for (const part of parts) expect(part).toMatchObject({ articleTitle: '신청', history: [{ date: '2020-07-01' }] });
    expect(
      textsOf(text, parts)
        .slice(1)
        .every((part) => /^[②③④]/u.test(part)),
    ).toBe(true);
  });
});

describe('splitIntoPassages: Markdown', () => {
  const text = [
    '---',
    'layout: guide',
    '---',
    '# Backups',
    '',
    'How we keep data.',
    '',
    '## Restore `rehearsals`',
    '',
    'Every quarter.',
    '',
    '```sh',
    '# not a heading',
    '```',
    '',
    '### Empty',
    '## Limits ##',
    '| disk | GB |',
    '|---|---|',
    '| a | 5 |',
    '',
    'Setext heading',
    '---',
    'Text',
  ].join('\n');

  it('labels sections with the path of their headings', () => {
    const passages = split(text, 'text/markdown', 'Handbook');
    expectExact(text, passages);
    expect(sectionsOf(passages)).toEqual([
      undefined,
      'Backups',
      'Backups > Restore rehearsals',
      'Backups > Restore rehearsals > Empty',
      'Backups > Limits',
      'Backups > Setext heading',
    ]);
    expect(passages.map(({ kind }) => kind)).toEqual([
      'paragraph',
      'section',
      'section',
      'section',
      'table',
      'section',
    ]);
  });

  it('leaves a sole top heading that repeats the title out of the labels', () => {
    expect(sectionsOf(split(text, 'text/markdown', 'backups'))).toEqual([
      undefined,
      undefined,
      'Restore rehearsals',
      'Restore rehearsals > Empty',
      'Limits',
      'Setext heading',
    ]);
    expect(sectionsOf(split('# A\n\none\n\n# B\n\ntwo', 'text/markdown', 'A'))).toEqual(['A', 'B']);
  });

  it('joins a bare heading to the section below it, never to a neighbour', () => {
    const nested = '# A\n\n## B\n\ntext\n\n## C\n\n## D\n\nmore';
    const passages = split(nested, 'text/markdown', 'T');
    expect(textsOf(nested, passages)).toEqual(['# A\n\n## B\n\ntext', '## C', '## D\n\nmore']);
    expect(sectionsOf(passages)).toEqual(['A > B', 'A > C', 'A > D']);
  });

  it('never cuts a table, list or code that fits', () => {
    const filler = 'This sentence fills a paragraph of the page. '.repeat(20).trim();
    const table = ['| a | b |', '|---|---|', ...Array.from({ length: 60 }, (_, i) => `| row ${i} | ${i} |`)].join('\n');
    const list = Array.from({ length: 30 }, (_, i) => `- item ${i} of a long list\n  and its second line`).join('\n\n');
    const code = `\`\`\`ts\n${'const a = 1;\n\n'.repeat(70)}\`\`\``;
    const source = `# Page\n\n${filler}\n\n${table}\n\n${filler}\n\n${list}\n\n${filler}\n\n${code}\n\n${filler}`;
    const passages = split(source, 'text/markdown', 'T');
    expectExact(source, passages);
    const texts = textsOf(source, passages);
    for (const block of [table, list, code]) expect(texts.filter((passage) => passage.includes(block))).toHaveLength(1);
  });

  it('cuts an oversized table between rows and repeats nothing', () => {
    const table = ['| a | b |', '|---|---|', ...Array.from({ length: 300 }, (_, i) => `| row ${i} | ${i * i} |`)].join(
      '\n',
    );
    const passages = split(`# T\n\n${table}`, 'text/markdown', 'Tables');
    expectExact(`# T\n\n${table}`, passages);
    for (const [i, passage] of textsOf(`# T\n\n${table}`, passages).entries()) {
      if (i > 0) expect(passage).toMatch(/^\| row/u);
      expect(passage).toMatch(/\|$/u);
    }
    expect(passages.every(({ kind }) => kind === 'table')).toBe(true);
  });
});

describe('splitIntoPassages: plain text', () => {
  it('returns nothing for a blank text and one passage for a short one', () => {
    expect(split('')).toEqual([]);
    expect(split(' \n\t\u3000\n')).toEqual([]);
    expect(split('  Hello.\n')).toEqual([
      {
        start: 2,
        end: 8,
        kind: 'paragraph',
        section: undefined,
        article: undefined,
        articleTitle: undefined,
        history: [],
        deleted: false,
      },
    ]);
  });

  it('packs short neighbouring paragraphs evenly up to the target', () => {
    const text = Array.from({ length: 20 }, (_, i) =>
      `Paragraph ${i}. ${'Some words follow here. '.repeat(8)}`.trim(),
    ).join('\n\n');
    const passages = split(text);
    expectExact(text, passages);
    for (const { start, end } of passages) {
      expect(end - start).toBeLessThanOrEqual(TARGET_LENGTH);
      expect(end - start).toBeGreaterThan(TARGET_LENGTH / 2);
    }
    expect(textsOf(text, passages).every((passage) => passage.startsWith('Paragraph'))).toBe(true);
  });

  it('cuts long paragraphs at sentence ends', () => {
    const text = 'The fee is 3.5 USD, e.g. for No. 5. '.repeat(200).trim();
    const passages = split(text);
    expectExact(text, passages);
    for (const passage of textsOf(text, passages)) expect(passage).toMatch(/^The fee[^]*No\. 5\.$/u);
  });

  it('cuts a sentence over the maximum at a blank and never inside a character', () => {
    for (const text of [
      'word '.repeat(1_000).trim(),
      '😀'.repeat(3_001),
      `a${'😀'.repeat(3_001)}`,
      '가'.repeat(5_000),
    ]) {
      const passages = split(text);
      expectExact(text, passages);
      for (const passage of textsOf(text, passages)) expect(passage).not.toMatch(HALF_CHARACTER);
    }
  });

  it('recognizes headings only if they are unmistakable', () => {
    const text =
      'Chapter 3 Storage\n\n1. Scope\n\nIt covers disks.\n\n1.1 Limits\n\nFive.\n\n2. Terms\n\nWords.\n\nNotes\n=====\n\nMore.';
    expect(sectionsOf(split(text))).toEqual([
      'Chapter 3 Storage > 1. Scope',
      'Chapter 3 Storage > 1. Scope > 1.1 Limits',
      'Chapter 3 Storage > 2. Terms',
      'Notes',
    ]);
    const list = 'How to leave\n\n1. Open the door\n\n2. Walk out\n\n3. Close the door\n\nThat is all.';
    expect(sectionsOf(split(list))).toEqual([undefined]);
    expect(sectionsOf(split('1. Scope of this text\nruns on here.\n\n# no heading'))).toEqual([undefined]);
  });
});

describe('splitIntoPassages: rules in English plain text', () => {
  it('makes a passage of each numbered rule, below the title and the day of the text', () => {
    const text =
      'Rules of the Pond\n\nAdopted 3 May 2022\n\nArticle I. Name\nThe pond is called Mirror.\n\nArticle II. Fishing\n' +
      'Section 1. Rods\nTwo rods each.\nSection 2. Nets\nNo nets.\n\nArticle III. Boats\nBoats are let by the hour.';
    expect(sectionsOf(split(text))).toEqual([
      undefined,
      'Article I. Name',
      'Article II. Fishing > Section 1. Rods',
      'Article II. Fishing > Section 2. Nets',
      'Article III. Boats',
    ]);
    const listed = '§ 1 Scope\n§ 2 Fees\n\n§ 1 Scope\nAll boats.\n§ 2 Fees\n9 euros.';
    expect(sectionsOf(split(listed)).filter((section) => section !== undefined)).toEqual(['§ 1 Scope', '§ 2 Fees']);
  });

  it('does not take a citation for a rule', () => {
    for (const text of [
      'As the council decided, it is\nSection 4 of the plan that counts, and\nSection 5 says nothing.',
      'Rule 1 of the club is silence.\nRule 2 of the club is silence, too.',
      'Part of it:\nArticle 7. Boats\nBoats are let.',
    ])
      expect(sectionsOf(split(text))).toEqual([undefined]);
  });
});

describe('splitIntoPassages: headings that the file marks', () => {
  const text = 'Pool guide\n\nHours\n\nOpen from nine.\n\nFees\n\nSwimming\n\n17 euros.\n\nLockers\n\n2 euros.';
  const at = (label: string, level: number) => {
    const start = text.indexOf(label);
    return { start, end: start + label.length, level };
  };
  const marked = [at('Pool guide', 1), at('Hours', 2), at('Fees', 2), at('Swimming', 3), at('Lockers', 3)];

  it('are borders of passages, and their path is the section', () => {
    const passages = splitIntoPassages(text, 'text/plain', 'Pool guide', marked);
    expect(sectionsOf(passages)).toEqual(['Hours', 'Fees > Swimming', 'Fees > Lockers']);
    expect(textsOf(text, passages)).toEqual([
      'Pool guide\n\nHours\n\nOpen from nine.',
      'Fees\n\nSwimming\n\n17 euros.',
      'Lockers\n\n2 euros.',
    ]);
    expectExact(text, passages);
  });

  it('are above the articles of a regulation', () => {
    const rules = '안내\n\n도서관\n\n제1조(목적) 가를 정한다.\n\n제2조(시간) 나로 한다.';
    const headings = [
      { start: 0, end: 2, level: 1 },
      { start: 4, end: 7, level: 2 },
    ];
    expect(sectionsOf(splitIntoPassages(rules, 'text/plain', '안내', headings))).toEqual([
      '도서관 > 제1조(목적)',
      '도서관 > 제2조(시간)',
    ]);
  });

  it('are searched in the text if the file marks only its title', () => {
    const plain = 'Pool guide\n\n1. Hours\n\nOpen from nine.\n\n2. Fees\n\n17 euros.';
    const title = [{ start: 0, end: 10, level: 1 }];
    expect(sectionsOf(splitIntoPassages(plain, 'text/plain', 'Pool guide', title))).toEqual(['1. Hours', '2. Fees']);
  });
});

describe('splitIntoPassages: full-width digits and brackets', () => {
  it('give articles as half-width ones do', () => {
    const passages = split('제１조（목적） 가를 정한다．\n제２조（시간） 나로 한다．\n제２조의３（비품） 다를 준다．');
    expect(passages.map(({ article, articleTitle }) => [article, articleTitle])).toEqual([
      ['제1조', '목적'],
      ['제2조', '시간'],
      ['제2조의3', '비품'],
    ]);
  });
});

describe('splitIntoPassages: invariants', () => {
  const PIECES = [
    '\n',
    '\n\n',
    ' ',
    '\u3000',
    '# ',
    '## Title\n',
    '=====\n',
    '---\n',
    '```\n',
    '| a | b |\n',
    '- item\n',
    '1. ',
    '① ',
    '가. ',
    '제1조(목적) ',
    '제2조 ',
    '제3조의2',
    '제9조 <삭제 2019. 9. 1.>\n',
    '제1장 총칙\n',
    '제2절 ',
    '부칙\n',
    '부칙 <2020. 7. 1.>\n',
    '[별표 1] 기준\n',
    '<별지 서식1>\n',
    '<개정 2020. 7. 1.>',
    '(2020. 7. 1. 신설)',
    '한다. ',
    '에 따라 ',
    'The end. ',
    'e.g. ',
    '😀',
    '\ud83d',
    'x'.repeat(700),
    '가나다 '.repeat(200),
    '| 긴 행 '.repeat(300),
    '~~~',
    '**',
    '>',
    '제',
    '조',
    '(',
  ];
  const document = fc
    .array(
      fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...PIECES) }, fc.string({ unit: 'grapheme', maxLength: 12 })),
      {
        maxLength: 60,
      },
    )
    .map((pieces) => pieces.join('').replaceAll('\r', ''));

  it('covers any text exactly, in order, within the size', () => {
    fc.assert(
      fc.property(document, fc.constantFrom<ContentType>('text/plain', 'text/markdown', 'text/html'), (text, type) => {
        expectExact(text, split(text, type, 'Title'));
      }),
      { numRuns: 1_500 },
    );
  });

  it('keeps articles apart: no passage holds two article lines of a regulation', () => {
    const article = fc.tuple(
      fc.integer({ min: 0, max: 3 }),
      fc.constantFrom('한다.', '① 한다.\n② 한다.', '<삭제 2019. 9. 1.>'),
    );
    fc.assert(
      fc.property(fc.array(article, { minLength: 2, maxLength: 30 }), (articles) => {
        const text = articles.map(([gap, body], i) => `${'\n'.repeat(gap)}제${i + 1}조(제목) ${body}`).join('\n');
        const passages = split(text);
        expect(passages.map((passage) => passage.article)).toEqual(articles.map((_, i) => `제${i + 1}조`));
        expect(passages.map((passage) => passage.deleted)).toEqual(
          articles.map(([, body]) => body.startsWith('<삭제')),
        );
      }),
    );
  });

  it('never labels a passage of an ordinary text with an article', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (text) => {
        fc.pre(!text.includes('조'));
        for (const passage of split(text))
          expect(passage).toMatchObject({ article: undefined, deleted: false, history: [] });
      }),
    );
  });
});

describe('splitIntoPassages: speed', () => {
  const megabyte = (unit: string): string => unit.repeat(Math.ceil(1_000_000 / unit.length));

  it.each([
    ['a line without blanks', megabyte('가')],
    ['number signs', megabyte('#')],
    ['article numbers in a line', megabyte('제1조')],
    ['article numbers in lines', megabyte('제1조\n')],
    ['open titles', megabyte('제1조(')],
    ['open marks', megabyte('<개정 ')],
    ['open marks in an article', `제1조(가) 나\n제2조(다) ${megabyte('<개정 2020. 1. 1., ')}`],
    ['headings', megabyte('# a\n')],
    ['fences', megabyte('```\n~~~\n')],
    ['rows', megabyte('| a | b |\n')],
    ['empty lines', megabyte('\n')],
    ['numbered lines', megabyte('1. a\n\n')],
    ['leaders', megabyte(`제1조(가) ${'.'.repeat(280)}\n`)],
    ['prose', megabyte('The backup runs every night. It is kept for thirty days, e.g. on tape.\n')],
  ])('stays linear on a megabyte of %s', (_name, text) => {
    for (const type of ['text/plain', 'text/markdown'] as const) {
      const cut = () => expect(split(text, type, 'T').length).toBeLessThan(text.length);
      // A quadratic step takes minutes here.
      expect(quickestMs(cut, 5_000)).toBeLessThanOrEqual(5_000);
    }
  });
});
