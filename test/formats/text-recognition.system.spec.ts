import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { TextRecognition } from '../../src/documents/infrastructure/extraction/ocr/text-recognition.js';
import { WorkerTextExtractor } from '../../src/documents/infrastructure/extraction/worker-text-extractor.js';
import * as office from '../support/office-files.js';

const HEAD = 'level\\tpage_num\\tblock_num\\tpar_num\\tline_num\\tword_num\\tleft\\ttop\\twidth\\theight\\tconf\\ttext';
const row = (text: string, confidence: number): string =>
  `5\\t1\\t1\\t1\\t1\\t1\\t0\\t0\\t50\\t20\\t${confidence}\\t${text}`;
/** A program that writes this, as Tesseract would. */
const writing = (text: string, confidence: number): string =>
  `cat > /dev/null; printf '${HEAD}\\n${row(text, confidence)}\\n${text}\\n'`;
const PNG = (width: number, height: number): Buffer => {
  const bytes = Buffer.alloc(64);
  Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex').copy(bytes);
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  return bytes;
};

describe('text recognition', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'ocr-'));
  const before = process.env['PATH'];
  const extractor = new WorkerTextExtractor(new TextRecognition('tesseract'));
  const off = new WorkerTextExtractor();
  afterAll(async () => {
    process.env['PATH'] = before;
    rmSync(folder, { recursive: true });
    await extractor.close();
    await off.close();
  });
  /** Programs that stand in for the real ones; one that is not given is not installed. */
  const install = (programs: Readonly<Record<string, string>>): void => {
    const bin = mkdtempSync(path.join(folder, 'bin-'));
    for (const [name, script] of Object.entries(programs)) {
      writeFileSync(path.join(bin, name), `#!/bin/sh\n${script.replace(/^cat >/u, '/bin/cat >')}\n`);
      chmodSync(path.join(bin, name), 0o755);
    }
    process.env['PATH'] = bin;
  };
  const read = async (bytes: Uint8Array, name: string, by = extractor) => by.extract(bytes, name, { caller: 'a' });

  it('that is switched off says how to switch it on', async () => {
    await expect(read(PNG(9, 9), 'a.png', off)).rejects.toThrow(/OCR=tesseract .*tesseract-ocr-kor/u);
    await expect(read(office.pdf([[]]), 'a.pdf', off)).rejects.toThrow(/OCR=tesseract .*tesseract-ocr-kor/u);
  });

  it('without its programs says what to install', async () => {
    install({});
    await expect(read(PNG(9, 9), 'a.png')).rejects.toThrow(/tesseract is not installed: apt-get install/u);
    await expect(read(office.pdf([[]]), 'a.pdf')).rejects.toThrow(/pdfinfo is not installed: apt-get install/u);
  });

  it('returns the text of a picture with its confidence, and refuses text of low confidence', async () => {
    install({ tesseract: writing('kettle', 91) });
    expect(await read(PNG(9, 9), 'a.png')).toMatchObject({ text: 'kettle', ocrConfidence: 91 });
    install({ tesseract: writing('ke~tl', 31) });
    await expect(read(PNG(9, 9), 'a.png')).rejects.toThrow(/low confidence .*31 of 100/u);
    install({ tesseract: writing('', 0) });
    await expect(read(PNG(9, 9), 'a.png')).rejects.toThrow('finds no text');
  });

  it('reads a scanned PDF page by page', async () => {
    install({
      tesseract: `/bin/cat > ${folder}/page; printf '${HEAD}\\n'; printf "5\\t1\\t1\\t1\\t1\\t1\\t0\\t0\\t50\\t20\\t90\\t$(/bin/cat ${folder}/page)\\n"`,
      pdfinfo: 'cat > /dev/null; echo "Pages:          3"',
      pdftoppm: 'cat > /dev/null; shift 4; printf "page-$1"',
    });
    expect((await read(office.pdf([[], [], []]), 'a.pdf')).text).toBe('page-1\n\npage-2\n\npage-3');
  });

  it('reads pictures in archives', async () => {
    install({ tesseract: writing('kettle', 91) });
    const { parts } = await read(office.zip({ 'a.png': PNG(9, 9), 'b.txt': 'plain' }), 'a.zip');
    expect(parts?.map(({ name, content }) => [name, (content as { text?: string }).text])).toEqual([
      ['a.png', 'kettle'],
      ['b.txt', 'plain'],
    ]);
  });

  it('refuses a picture of too many points before it is unfolded', async () => {
    install({ tesseract: writing('kettle', 91) });
    await expect(read(PNG(60_000, 60_000), 'a.png')).rejects.toThrow('60000 x 60000 points');
  });

  it('ends a program that writes without an end, and says what a program cannot read', async () => {
    install({ tesseract: 'while :; do printf "%01000000d" 0; done' });
    await expect(read(PNG(9, 9), 'a.png')).rejects.toThrow('too large');
    install({ tesseract: 'exit 1' });
    await expect(read(PNG(9, 9), 'a.png')).rejects.toThrow('cannot read it');
    install({ tesseract: 'echo "Failed loading language kor" >&2; exit 1' });
    await expect(read(PNG(9, 9), 'a.png')).rejects.toThrow('lacks a language');
  });

  it('gives a program no secret of the server', async () => {
    process.env['ADMIN_API_KEY'] = 'a-secret-of-the-server';
    install({ tesseract: `/bin/cat > /dev/null; /usr/bin/env > ${folder}/environment; exit 1` });
    await read(PNG(9, 9), 'a.png').catch(() => undefined);
    delete process.env['ADMIN_API_KEY'];
    expect(readFileSync(path.join(folder, 'environment'), 'utf8')).not.toContain('secret');
  });
});
