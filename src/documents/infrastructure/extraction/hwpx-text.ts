import type { DocumentBlock } from '../../domain/document-block.js';
import { UnreadableFileError } from '../../domain/text-extractor.js';
import { damagedFile } from './damaged-file.js';
import { sensibleTitle } from './document-title.js';
import type { ExtractionReply } from './extraction-task.js';
import { HwpxHeader } from './hwpx-header.js';
import { HwpxSections } from './hwpx-section.js';
import { renderBlocks } from './render-blocks.js';
import { parseXml, type XmlNode } from './xml-node.js';
import { decodeXml, firstElementText } from './xml-text.js';
import type { ZipArchive } from './zip-archive.js';

const SECTION = /^Contents\/section(\d+)\.xml$/u;
const HEADER = 'Contents/header.xml';
const PACKAGE = 'Contents/content.hpf';
const MANIFEST = 'META-INF/manifest.xml';
const MIMETYPE = 'mimetype';
const WHAT = 'HWPX document';
/** Elements for line breaks and page layout. */
const IGNORED: ReadonlySet<string> = new Set(
  'linesegarray pagePr footNotePr endNotePr pageBorderFill masterPage grid startNum lineShape shadow imgRect imgClip sz pos outMargin inMargin cellMargin offset orgSz curSz flip rotationInfo renderingInfo'.split(
    ' ',
  ),
);

/** Whether an archive is an HWPX document (KS X 6101, OWPML). */
export function isHwpx(archive: ZipArchive): boolean {
  if (archive.names.some((name) => SECTION.test(name))) return true;
  const mimetype = archive.read((name) => name === MIMETYPE).get(MIMETYPE);
  return mimetype !== undefined && Buffer.from(mimetype).toString('latin1').trim() === 'application/hwp+zip';
}

/** Text of an HWPX file with its headings: its sections by number. */
export function hwpxText(archive: ZipArchive): ExtractionReply {
  const parts = archive.read((name) => SECTION.test(name) || name === HEADER || name === PACKAGE || name === MANIFEST);
  refuseEncrypted(parts.get(MANIFEST));
  const sections = [...parts]
    .map(([name, bytes]) => ({ number: SECTION.exec(name)?.[1], bytes }))
    .filter((section) => section.number !== undefined)
    .sort((a, b) => Number(a.number) - Number(b.number));
  if (sections.length === 0) throw damagedFile(WHAT, 'it has no section');
  const header = parts.get(HEADER);
  const reader = new HwpxSections(new HwpxHeader(header === undefined ? undefined : parsed(header)));
  const blocks: DocumentBlock[] = [];
  for (const { bytes } of sections) {
    for (const block of reader.read(parsed(bytes))) blocks.push(block);
  }
  const manifest = parts.get(PACKAGE);
  const title =
    manifest === undefined ? undefined : sensibleTitle(firstElementText(decodeXml(manifest, WHAT), 'title'));
  return { status: 'done', ...renderBlocks(blocks), title };
}

function parsed(bytes: Uint8Array): XmlNode {
  const xml = decodeXml(bytes, WHAT);
  try {
    return parseXml(xml, IGNORED);
  } catch (error) {
    throw damagedFile(WHAT, error);
  }
}

/** A password-protected HWPX lists the encryption of each part, as an OpenDocument manifest does. */
function refuseEncrypted(manifest: Uint8Array | undefined): void {
  if (manifest !== undefined && Buffer.from(manifest).includes('encryption-data')) {
    throw new UnreadableFileError('it is password-protected; save it without a password');
  }
}
