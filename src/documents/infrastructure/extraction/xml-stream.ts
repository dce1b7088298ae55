import { Parser } from 'htmlparser2';
import { UnreadableFileError } from '../../domain/text-extractor.js';
import { damagedFile } from './damaged-file.js';

/** Handlers for the elements of a part, by their names without prefixes. */
export interface XmlHandlers {
  readonly onOpen: (tag: string, attributes: Readonly<Record<string, string>>) => void;
  readonly onText?: (text: string) => void;
  readonly onClose?: (tag: string) => void;
}

const SLICE_BYTES = 65_536;
const MAX_DEPTH = 1_000;

/**
 * Reads an XML part piece by piece, for parts that are too large to be a tree. @param what names the file in refusals
 * @throws UnreadableFileError for a part that declares entities, is cut off, nested too deep, or no UTF-8
 */
export function streamXml(bytes: Uint8Array, what: string, handlers: XmlHandlers): void {
  refuseEntities(bytes, what);
  const state = { depth: 0, isEnding: false, isClosed: false };
  const parser = new Parser(
    {
      onopentag: (name, attributes) => {
        state.depth += 1;
        if (state.depth > MAX_DEPTH) throw new Error(`elements are nested more than ${MAX_DEPTH} levels deep`);
        handlers.onOpen(localName(name), attributes);
      },
      ontext: (text) => handlers.onText?.(text),
      onclosetag: (name) => {
        state.depth -= 1;
        if (state.depth === 0) state.isClosed = !state.isEnding;
        handlers.onClose?.(localName(name));
      },
    },
    { xmlMode: true, decodeEntities: true },
  );
  try {
    for (const piece of xmlPieces(bytes)) parser.write(piece);
    state.isEnding = true;
    parser.end();
  } catch (error) {
    throw damagedFile(what, error);
  }
  if (!state.isClosed) throw damagedFile(what, 'it is cut off or is not XML');
}

/**
 * The formats forbid a document type declaration (ECMA-376 part 2, 8.2.5), and it is the only place where entities that grow without bound
 * can be declared, so it is refused.
 * @throws UnreadableFileError
 */
export function refuseEntities(bytes: Uint8Array, what: string): void {
  if (Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes('<!DOCTYPE'))
    throw new UnreadableFileError(`the ${what} declares XML entities, which its format forbids`);
}

/** The text of an XML part, piece by piece. @throws TypeError for other encodings than UTF-8 */
export function* xmlPieces(bytes: Uint8Array): Generator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  for (let at = 0; at < bytes.length; at += SLICE_BYTES)
    yield decoder.decode(bytes.subarray(at, at + SLICE_BYTES), { stream: true });
  yield decoder.decode();
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}
