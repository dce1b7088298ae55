import { UnreadableFileError } from '../../domain/text-extractor.js';
import { damagedFile } from './damaged-file.js';
import { sensibleTitle } from './document-title.js';
import type { ExtractionReply, Progress } from './extraction-task.js';
import { sectionLines } from './hwpx-section.js';
import { tidyExtractedText } from './tidy-text.js';
import { decodeXml, firstElementText } from './xml-text.js';
import type { ZipArchive } from './zip-archive.js';

const SECTION = /^Contents\/section(\d+)\.xml$/u;
const PACKAGE = 'Contents/content.hpf';
const MANIFEST = 'META-INF/manifest.xml';
const MIMETYPE = 'mimetype';
const WHAT = 'HWPX document';

/** Whether an archive is an HWPX document (KS X 6101, OWPML). */
export function isHwpx(archive: ZipArchive): boolean {
  if (archive.names.some((name) => SECTION.test(name))) return true;
  const mimetype = archive.read((name) => name === MIMETYPE).get(MIMETYPE);
  return mimetype !== undefined && Buffer.from(mimetype).toString('latin1').trim() === 'application/hwp+zip';
}

/** Text of an HWPX file: its sections in the order of their numbers, a line a paragraph, a blank line between sections. */
export function hwpxText(archive: ZipArchive, progress: Progress): ExtractionReply {
  const parts = archive.read((name) => SECTION.test(name) || name === PACKAGE || name === MANIFEST);
  refuseEncrypted(parts.get(MANIFEST));
  const sections = [...parts]
    .map(([name, bytes]) => ({ number: SECTION.exec(name)?.[1], bytes }))
    .filter((section) => section.number !== undefined)
    .sort((a, b) => Number(a.number) - Number(b.number));
  if (sections.length === 0) throw damagedFile(WHAT, 'it has no section');
  const texts = sections.map(({ bytes }) => {
    const text = linesOf(decodeXml(bytes, WHAT)).join('\n');
    progress();
    return text;
  });
  const text = texts.join('\n\n');
  const manifest = parts.get(PACKAGE);
  const title =
    manifest === undefined ? undefined : sensibleTitle(firstElementText(decodeXml(manifest, WHAT), 'title'));
  return { status: 'done', text: tidyExtractedText(text), title };
}

function linesOf(xml: string): string[] {
  try {
    return sectionLines(xml);
  } catch (error) {
    throw damagedFile(WHAT, error);
  }
}

/** A password-protected HWPX lists how each part is encrypted, as an OpenDocument manifest does. */
function refuseEncrypted(manifest: Uint8Array | undefined): void {
  if (manifest !== undefined && Buffer.from(manifest).includes('encryption-data')) {
    throw new UnreadableFileError('it is password-protected; save it without a password');
  }
}
