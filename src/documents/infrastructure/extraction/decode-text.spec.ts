import fc from 'fast-check';
import { UnreadableFileError } from '../../domain/text-extractor.js';
import { decodeText } from './decode-text.js';

describe('decodeText', () => {
  it('drops a byte order mark of UTF-8', () => {
    expect(decodeText(Buffer.from('\ufeff글'))).toBe('글');
  });

  it('reads UTF-16 of either byte order with a mark', () => {
    expect(decodeText(Buffer.from('\ufeff글 a', 'utf16le'))).toBe('글 a');
    expect(decodeText(Buffer.from('\ufeff글 a', 'utf16le').swap16())).toBe('글 a');
  });

  it('refuses other encodings and says what to do', () => {
    expect(() => decodeText(Buffer.from([0xb1, 0xdb]))).toThrow('save it as UTF-8');
  });

  it('refuses NUL characters', () => {
    expect(() => decodeText(Buffer.from('a', 'utf16le'))).toThrow(UnreadableFileError);
  });

  it('gives back any well-formed text without NUL', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        fc.pre(!text.includes('\0') && !text.startsWith('\ufeff'));
        expect(decodeText(Buffer.from(text))).toBe(text);
      }),
    );
  });
});
