import { patientExtractor } from '../support/patient-extractor.js';
import type { ExtractedText } from '../../src/documents/domain/text-extractor.js';
import { type RunningApplication, startApplication } from '../support/application.js';
import { uploadForm } from '../support/multipart.js';
import * as flow from './flow-files.js';
import { hwpSample } from './hwp-files.js';
import * as office from './office-files.js';
import { HEADINGS, NOTE, QUESTIONS, TABLE } from './sample.js';
import * as texts from './text-files.js';

/** The headings of a format: all with their levels, chapters (sheets), one level (slides), or none. */
type Outline = 'levels' | 'chapters' | 'flat' | 'none';

const FORMATS: readonly (readonly [name: string, file: () => Uint8Array | string, outline: Outline])[] = [
  ['a.docx', flow.docx, 'levels'],
  ['a.hwpx', flow.hwpx, 'levels'],
  ['a.hwp', hwpSample, 'levels'],
  ['a.odt', office.odt, 'levels'],
  ['a.rtf', flow.rtf, 'levels'],
  ['a.html', flow.html, 'levels'],
  ['a.epub', flow.epub, 'levels'],
  ['a.eml', texts.mailSample, 'levels'],
  ['a.xlsx', office.xlsxSample, 'chapters'],
  ['a.ods', office.ods, 'chapters'],
  ['a.pptx', office.pptxSample, 'flat'],
  ['a.odp', office.odp, 'flat'],
  ['a.csv', () => texts.delimited(','), 'none'],
  ['a.tsv', () => texts.delimited('\t'), 'none'],
  ['a.md', flow.markdown, 'none'],
  ['a.txt', flow.plainText, 'none'],
];
/** Formats without tables. */
const TEXTS: typeof FORMATS = [
  ['a.json', texts.json, 'none'],
  ['a.yaml', texts.yaml, 'none'],
  ['a.srt', () => texts.subtitles('srt'), 'none'],
  ['a.vtt', () => texts.subtitles('vtt'), 'none'],
];

const bytesOf = (file: Uint8Array | string): Uint8Array => (typeof file === 'string' ? Buffer.from(file) : file);
const outlineOf = ({ text, headings }: ExtractedText): [number, string][] =>
  headings.map(({ start, end, level }) => [level, text.slice(start, end)]);

describe('one document in every format', () => {
  const extractor = patientExtractor();
  afterAll(() => extractor.close());

  it.each(FORMATS)('%s gives the same table, headings, items and note', async (name, file, outline) => {
    const read = await extractor.extract(bytesOf(file()), name, { caller: 'a' });
    expect(read.text).toContain(`\n\n${TABLE}\n\n`);
    expect(read.text).toMatch(
      /\n1\. 단체 관람은 20명 이상을 말한다\.\n+2\. 단체 예약은 전화 02-555-0199로 한다\.\n+3\. 예약 취소 수수료는 2,500원이다\./u,
    );
    expect(read.text).toContain(`오후 11시에 닫는다. (${NOTE})`);
    const found = outlineOf(read);
    // The title, if it is shown in the text, is the highest heading.
    const inner = found.filter(([, text]) => HEADINGS.some(([, heading]) => heading === text));
    const top = Math.min(...inner.map(([level]) => level));
    const relative = inner.map(([level, text]) => [level - top + 1, text]);
    const expected = {
      levels: HEADINGS,
      chapters: HEADINGS.filter(([level]) => level === 1),
      flat: HEADINGS.map(([, text]) => [1, text] as const),
      none: [],
    }[outline];
    expect(relative).toEqual(expected);
  });

  it('gives the texts of an archive and of a mailbox as documents of their own', async () => {
    const zip = await extractor.extract(texts.zipSample(), 'a.zip', { caller: 'a' });
    expect(zip.text).toBe('');
    expect(zip.parts?.map(({ name }) => name)).toEqual(['규정/이용 규정.docx', '규정/읽어 보기.md']);
    for (const { content } of zip.parts ?? []) expect((content as ExtractedText).text).toContain(TABLE);
    const mailbox = await extractor.extract(Buffer.from(texts.mailbox()), 'a.mbox', { caller: 'a' });
    expect(mailbox.parts).toHaveLength(2);
    expect((mailbox.parts?.[1]?.content as ExtractedText).text).toContain(TABLE);
  });
});

describe('questions about one document in every format', () => {
  let running: RunningApplication;
  beforeAll(async () => {
    running = await startApplication({ SAMPLE_DATA: 'skip' });
  });
  afterAll(() => running.stop());

  it.each([...FORMATS, ...TEXTS])('%s answers all ten', async (name, file) => {
    const path = ['형식', name];
    const form = await uploadForm({ bytes: file(), name }, { canonical_path: JSON.stringify(path) });
    const stored = await running.call({ method: 'POST', url: '/documents/upload', ...form });
    expect([stored.statusCode, stored.json().detail]).toEqual([201, undefined]);
    const missing: string[] = [];
    for (const [question, answer] of QUESTIONS) {
      const reply = await running.post('/chat/run', {
        message: question,
        filters: { allowed_category_paths: [path] },
      });
      if (!String(reply.json().response).includes(answer)) missing.push(`${question} ${reply.json().response}`);
    }
    expect(missing).toEqual([]);
  });
});
