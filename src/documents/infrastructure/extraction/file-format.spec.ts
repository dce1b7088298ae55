import { readFileSync } from 'node:fs';
import path from 'node:path';
import { TAKEN_FORMATS, UnreadableFileError, UnsupportedFileError } from '../../domain/text-extractor.js';
import { claimOf } from './file-claims.js';
import { detectFormat } from './file-format.js';
import { projectRoot } from '../../../shared/infrastructure/configuration-folders.js';

const hex = (digits: string): Buffer => Buffer.from(digits, 'hex');
const OLE = hex('d0cf11e0a1b11ae1');

describe('detectFormat', () => {
  it.each([
    ['%PDF-1.7 ...', 'x.bin', undefined, 'pdf'],
    ['From: me\n%PDF-1.7', 'x.pdf', undefined, 'pdf'],
    ['About "%PDF-" marks', 'x.md', undefined, 'markdown'],
    ['PK\u0003\u0004...', 'x.txt', undefined, 'zip'],
    ['# a', 'A.Markdown', 'text/plain', 'markdown'],
    ['<p>', 'a.htm', 'application/octet-stream', 'html'],
    ['<p>', 'page', 'TEXT/HTML; charset=utf-8', 'html'],
    ['MZ세대의 주전자', 'a.txt', undefined, 'plain'],
    ['a', 'server.log', 'text/plain', 'plain'],
    ['{\\rtf1', 'x.txt', undefined, 'rtf'],
    ['a,b', 'x.csv', undefined, 'csv'],
    ['a\tb', 'x', 'text/tab-separated-values', 'tsv'],
    ['{}', 'x.jsonl', undefined, 'json'],
    ['a: b', 'x.yml', undefined, 'plain'],
    ['1', 'x.srt', undefined, 'subtitles'],
    ['WEBVTT', 'talk', 'text/vtt; charset=utf-8', 'subtitles'],
    ['From: a@b.example', 'x.eml', undefined, 'mail'],
    ['From a', 'x.mbox', undefined, 'mailbox'],
    ['BM say the bells', 'x.txt', undefined, 'plain'],
  ])('detects %j named %s, declared %s, as %s', (content, name, mediaType, format) => {
    expect(detectFormat(Buffer.from(content), name, mediaType)).toBe(format);
  });

  it.each([
    ['a PNG', hex('89504e470d0a1a0a'), 'x.txt', 'picture'],
    ['a JPEG', hex('ffd8ffe0'), 'x.html', 'picture'],
    ['a WebP', Buffer.from('RIFF\u0001\u0001\u0001\u0001WEBP'), 'x', 'picture'],
    ['a bitmap', Buffer.from('BM'), 'x.bmp', 'picture'],
    ['an old HWP or Word document', OLE, 'x.docx', 'compound'],
  ])('detects %s by its first bytes', (_, content, name, format) => {
    expect(detectFormat(content, name, undefined)).toBe(format);
  });

  it.each([
    ['a sound', Buffer.from('RIFF\u0001\u0001\u0001\u0001WAVE'), 'x.txt'],
    ['a Windows program', Buffer.concat([Buffer.from('MZ'), hex('90000300')]), 'x.txt'],
    ['a Linux program', Buffer.from('\u007fELF'), 'x'],
    ['unknown bytes', hex('00010203'), 'x.bin'],
    ['a text of no known kind', Buffer.from('a,b'), 'x.ini'],
  ])('rejects %s', (_, content, name) => {
    expect(() => detectFormat(content, name, undefined)).toThrow(UnsupportedFileError);
  });

  it.each([
    'x.pdf',
    'x.docx',
    'x.hwpx',
    'x.hwp',
    'x.xlsx',
    'x.pptx',
    'x.odt',
    'x.epub',
    'x.rtf',
    'x.zip',
    'x.png',
    'x.msg',
  ])('finds that text is no %s', (name) => {
    expect(() => detectFormat(Buffer.from('text'), name, undefined)).toThrow(UnreadableFileError);
  });

  it('reads every format that the file chooser of the page offers, and the page offers all that are named as accepted', () => {
    const page = path.join(projectRoot(), 'src/web/pages/documents/dropped-files.ts');
    const offered = (/READ =\s+'([^']+)'/u.exec(readFileSync(page, 'utf8'))?.[1] ?? '').split(',');
    const named = TAKEN_FORMATS.match(/[A-Z]{3,}/gu) ?? [];
    expect(offered).toEqual(expect.arrayContaining(named.map((name) => `.${name.toLowerCase()}`)));
    for (const ending of offered) expect(claimOf(`x${ending}`, undefined)).toBeDefined();
  });

  it('names the format in which a document of Hangul 3 is accepted', () => {
    const old = Buffer.from('HWP Document File V3.00 \u001a\u0001\u0002');
    expect(() => detectFormat(old, 'x.hwp', undefined)).toThrow(/type that is not accepted.*HWPX/u);
  });

  it('distinguishes a password-protected Word document from an old one', () => {
    const encrypted = Buffer.concat([OLE, Buffer.alloc(512), Buffer.from('EncryptedPackage', 'utf16le')]);
    expect(() => detectFormat(encrypted, 'x.docx', undefined)).toThrow('password-protected');
  });
});
