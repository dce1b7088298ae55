import { UnreadableFileError } from '../../domain/text-extractor.js';

/**
 * Bytes as text: UTF-8, or UTF-16 where a byte order mark says so; the mark is dropped.
 * @throws UnreadableFileError where the bytes are neither, or hold NUL characters (binary data, or UTF-16 without a mark)
 */
export function decodeText(bytes: Uint8Array): string {
  const text = decode(bytes);
  if (text.includes('\0'))
    throw new UnreadableFileError('it holds NUL characters, so it is no text; save it as UTF-8 text');
  return text;
}

function decode(bytes: Uint8Array): string {
  const encoding = encodingOf(bytes);
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    // The decoder tells neither place nor byte; what to do is the same wherever the fault stands.
    throw new UnreadableFileError(`it is not valid ${encoding.toUpperCase()} text; save it as UTF-8`);
  }
}

function encodingOf(bytes: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  return 'utf-8';
}
