import path from 'node:path';
import { parseDocument } from 'htmlparser2';
import type { DocumentBlock } from '../../domain/document-block.js';
import { UnreadableFileError } from '../../domain/text-extractor.js';
import { percentDecoded } from '../../../text/folded-text.js';
import { damagedFile } from './damaged-file.js';
import { decodeText } from './decode-text.js';
import { sensibleTitle } from './document-title.js';
import type { ExtractionReply } from './extraction-task.js';
import { HtmlBlocks } from './html-text.js';
import { renderBlocks } from './render-blocks.js';
import { childOf, childrenNamed, parseXml, textBelow, type XmlNode } from './xml-node.js';
import type { ZipArchive } from './zip-archive.js';

const CONTAINER = 'META-INF/container.xml';
const ENCRYPTION = 'META-INF/encryption.xml';
const WHAT = 'EPUB book';
/** Fonts are obfuscated in many books; they are not read. */
const FONTS_ONLY = /^http:\/\/(?:www\.idpf\.org\/2008\/embedding|ns\.adobe\.com\/pdf\/enc#RC)$/u;

/** Whether an archive is an EPUB book. */
export function isEpub(names: readonly string[]): boolean {
  return names.includes(CONTAINER);
}

/** Text of an EPUB: its chapters in reading order, without the table of contents that reading programs generate from it. */
export function epubText(archive: ZipArchive): ExtractionReply {
  refuseProtected(archive);
  const root = childOf(childOf(part(archive, CONTAINER), 'rootfiles'), 'rootfile')?.attributes['full-path'];
  const book = root === undefined ? undefined : part(archive, root);
  if (root === undefined || book === undefined) throw damagedFile(WHAT, 'it has no package file');
  const blocks: DocumentBlock[] = [];
  for (const name of chapters(book, path.posix.dirname(root))) {
    const bytes = archive.read((each) => each === name).get(name);
    if (bytes === undefined) continue;
    const { text } = decodeText(bytes, undefined, true);
    for (const block of new HtmlBlocks(parseDocument(text, { recognizeSelfClosing: true })).read()) blocks.push(block);
  }
  const title = childOf(childOf(book, 'metadata'), 'title');
  return {
    status: 'done',
    ...renderBlocks(blocks),
    title: title === undefined ? undefined : sensibleTitle(textBelow(title)),
  };
}

/** Names of the chapter files in the archive. */
function chapters(book: XmlNode, folder: string): string[] {
  const items = new Map(
    childrenNamed(childOf(book, 'manifest'), 'item').map(({ attributes }) => [attributes['id'], attributes]),
  );
  const names = childrenNamed(childOf(book, 'spine'), 'itemref').flatMap(({ attributes }) => {
    const item = items.get(attributes['idref']);
    const isContents = item?.['properties']?.split(' ').includes('nav') === true;
    if (item === undefined || isContents || attributes['linear'] === 'no') return [];
    return [path.posix.join(folder, percentDecoded(item['href'] ?? ''))];
  });
  // The format allows each chapter once (EPUB 3.3, 5.7.3).
  return [...new Set(names)];
}

function refuseProtected(archive: ZipArchive): void {
  const encryption = archive.names.includes(ENCRYPTION) ? part(archive, ENCRYPTION) : undefined;
  const methods = childrenNamed(encryption, 'EncryptedData').map(
    (data) => childOf(data, 'EncryptionMethod')?.attributes['Algorithm'] ?? '',
  );
  if (methods.some((method) => !FONTS_ONLY.test(method)))
    throw new UnreadableFileError('it is protected against copying (DRM); upload a copy without protection');
}

/** Books declare document types for reading programs; none of them is read. */
function part(archive: ZipArchive, name: string): XmlNode | undefined {
  const bytes = archive.read((each) => each === name).get(name);
  if (bytes === undefined) return undefined;
  try {
    return parseXml(decodeText(bytes).text);
  } catch (error) {
    throw damagedFile(WHAT, error);
  }
}
