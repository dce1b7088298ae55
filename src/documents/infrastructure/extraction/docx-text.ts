import { zipSync } from 'fflate';
import mammoth from 'mammoth';
import { damagedFile } from './damaged-file.js';
import { sensibleTitle } from './document-title.js';
import type { ExtractionReply } from './extraction-task.js';
import { htmlToText } from './html-text.js';
import { decodeXml, firstElementText } from './xml-text.js';
import type { ZipArchive } from './zip-archive.js';

/** Word on the web names the main part `document2.xml`. */
const MAIN_PART = /^word\/document\d*\.xml$/u;
const CORE_PROPERTIES = 'docProps/core.xml';
const WHAT = 'Word document';

/** Whether an archive is a Word document. */
export function isDocx(names: readonly string[]): boolean {
  return names.includes('[Content_Types].xml') && names.some((name) => MAIN_PART.test(name));
}

/**
 * Text of a DOCX file, by way of mammoth's HTML, because its plain text loses table rows and lists.
 * mammoth unzips by itself and without a bound, so it is given an archive of parts that were inflated within bounds;
 * pictures and fonts are left out of it.
 */
export async function docxText(archive: ZipArchive): Promise<ExtractionReply> {
  const parts = archive.read((name) => /\.(xml|rels)$/u.test(name));
  const texts = new Map([...parts].map(([name, bytes]) => [name, decodeXml(bytes, WHAT)]));
  const core = texts.get(CORE_PROPERTIES);
  const html = await toHtml(Buffer.from(zipSync(Object.fromEntries(parts), { level: 0 })));
  const title = core === undefined ? undefined : sensibleTitle(firstElementText(core, 'title'));
  return { status: 'done', text: htmlToText(html), title };
}

async function toHtml(buffer: Buffer): Promise<string> {
  try {
    const withoutPicture = mammoth.images.imgElement(() => Promise.resolve({ src: '' }));
    const { value } = await mammoth.convertToHtml(
      { buffer },
      { convertImage: withoutPicture, externalFileAccess: false },
    );
    return value;
  } catch (error) {
    throw damagedFile(WHAT, error);
  }
}
