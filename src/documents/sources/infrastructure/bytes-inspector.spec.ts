import iconv from 'iconv-lite';
import { readEnvironment } from '../../../config/environment.js';
import { ExtractedPart, UnreadableFileError } from '../../domain/text-extractor.js';
import { BytesInspector } from './bytes-inspector.js';

const inspector = new BytesInspector(readEnvironment({ MAX_UPLOAD_MB: '1' }));
const RESTRICTED = '---\naccess: [이사회]\n---\n\n부두를 팝니다. 부두를 팝니다. 부두를 팝니다.\n';
const swapped = (text: string) => Buffer.from(text, 'utf16le').swap16();

describe('what a file states about itself', () => {
  it.each([
    ['UTF-8', Buffer.from(RESTRICTED)],
    ['UTF-8 with a mark', Buffer.from(`\ufeff${RESTRICTED}`)],
    ['UTF-16 LE', Buffer.from(`\ufeff${RESTRICTED}`, 'utf16le')],
    ['UTF-16 BE', swapped(`\ufeff${RESTRICTED}`)],
    ['UTF-16 without a mark', Buffer.from(RESTRICTED, 'utf16le')],
    ['EUC-KR', iconv.encode(RESTRICTED, 'cp949')],
    ['line ends of old Macs', Buffer.from(RESTRICTED.replaceAll('\n', '\r'))],
  ])('is read in %s', (_, bytes) =>
    expect(inspector.metadata('a.txt', { bytes }, undefined)).toEqual({ groups: ['이사회'] }),
  );

  it.each([
    ['a.text', undefined],
    ['a.markdown', undefined],
    ['a', 'text/plain; charset=utf-16le'],
  ])('is read in %s, declared as %s', (name, mediaType) => {
    const bytes = mediaType === undefined ? Buffer.from(RESTRICTED) : Buffer.from('---\naccess: [a]\n---\n', 'utf16le');
    const content = { bytes, ...(mediaType === undefined ? {} : { mediaType }) };
    expect(inspector.metadata(name, content, undefined).groups).toHaveLength(1);
  });

  it.each(['a.pdf', 'a.yaml', 'a.html'])('is not in the text of %s', (name) =>
    expect(inspector.metadata(name, { bytes: Buffer.from(RESTRICTED) }, undefined)).toEqual({}),
  );

  it('is nothing in bytes that are not text', () =>
    expect(inspector.metadata('a.txt', { bytes: Buffer.from('%PDF-\0\u0001') }, undefined)).toEqual({}));

  it('must be a map', () =>
    expect(() => inspector.metadata('a.md', { bytes: Buffer.from('---\n- access: [a]\n---\n') }, undefined)).toThrow(
      'Its front matter must hold a map',
    ));

  it('is read in a side file in any encoding, which fails the file if it cannot be read', () => {
    const side = (bytes: Uint8Array) => inspector.metadata('a.pdf', { bytes: Buffer.from('%PDF-') }, bytes);
    expect(side(Buffer.from('\ufeffaccess: [board]', 'utf16le'))).toEqual({ groups: ['board'] });
    for (const [bytes, reason] of [
      [Buffer.from([0, 1, 2, 255]), /side file cannot be read/u],
      [Buffer.from(''), /side file is not valid YAML/u],
      [Buffer.from('board'), /side file must hold a map/u],
      [Buffer.from('access: [board]\naccess: []'), /not valid YAML/u],
    ] as const)
      expect(() => side(bytes)).toThrow(reason);
  });
});

describe('files in a file', () => {
  const CONTAINER = { text: '', headings: [], contentType: 'text/plain', title: undefined } as const;
  const part = (name: string, content: string | Error): ExtractedPart => ({
    name,
    content: content instanceof UnreadableFileError ? content : { ...CONTAINER, text: String(content) },
  });
  const checked = (...parts: ExtractedPart[]) =>
    inspector
      .checkParts({ ...CONTAINER, parts })
      .map(({ name, content }) => [name, content instanceof Error ? content.message : 'stored']);

  it('are stored unless they have an access of their own', () =>
    expect(
      checked(
        part('open.txt', 'The quay opens at nine.'),
        part('front.md', '---\naccess: [board]\n---\nThe pier will be sold.'),
        part('endless.md', '---\naccess: [board]\nThe pier will be sold.'),
        part('titled.txt', 'The fine is 5 euros.'),
        part('titled.txt.meta.yaml', 'title: Fines'),
        part('inner.zip!side.txt', 'The pier will be sold.'),
        part('inner.zip!side.txt.META.json', '{"access": ["board"]}'),
        part('two.txt', 'The pier will be sold.'),
        part('two.txt.meta.yaml', 'title: A'),
        part('two.txt.meta.yml', 'title: A'),
        part('lost.txt', 'The pier will be sold.'),
        part('lost.txt.meta.yaml', new UnreadableFileError('it is empty')),
      ),
    ).toEqual([
      ['open.txt', 'stored'],
      ['front.md', expect.stringContaining('access of its own')],
      ['endless.md', expect.stringContaining('has no end')],
      ['titled.txt', 'stored'],
      ['titled.txt.meta.yaml', expect.stringContaining('is a side file')],
      ['inner.zip!side.txt', expect.stringContaining('access of its own')],
      ['inner.zip!side.txt.META.json', expect.stringContaining('is a side file')],
      ['two.txt', expect.stringContaining('It has 2 side files')],
      ['two.txt.meta.yaml', expect.stringContaining('is a side file')],
      ['two.txt.meta.yml', expect.stringContaining('is a side file')],
      ['lost.txt', expect.stringContaining('Its side file cannot be read')],
      ['lost.txt.meta.yaml', expect.stringContaining('it is empty')],
    ]));

  it('fail a document whose original contains one with an access of its own', () => {
    const parts = [part('front.md', '---\naccess: [board]\n---\nThe pier will be sold.'), part('a.meta.json', '{}')];
    expect(() => inspector.checkParts({ ...CONTAINER, text: 'Dear all', parts })).toThrow("'front.md' has an access");
    expect(inspector.checkParts({ ...CONTAINER, text: 'Dear all', parts: parts.slice(1) })).toHaveLength(1);
    expect(inspector.checkParts(CONTAINER)).toEqual([]);
  });
});
