import { UnreadableFileError } from '../../domain/text-extractor.js';
import { EXTRACTION_LIMITS } from './extraction-limits.js';
import type { DoneReply } from './extraction-task.js';
import { type FilePart, type FileParts, partName } from './file-parts.js';
import type { ZipArchive } from './zip-archive.js';
import { shownEntryName } from './zip-names.js';

/** Files that operating systems add to archives. */
const LEFT_OUT = /(?:^|\/)(?:__MACOSX|\.[^/]*|~\$[^/]*|Thumbs\.db|desktop\.ini)(?:\/|$)/iu;

/** The files of an archive, each as a separate document. */
export async function zipParts(archive: ZipArchive, parts: FileParts): Promise<DoneReply> {
  const files = archive.names
    .filter((name) => !name.endsWith('/'))
    .map((name): FilePart => {
      const fault = faultOf(archive, name);
      return {
        name: partName(shownEntryName(name)),
        ...(fault === undefined ? {} : { fault: new UnreadableFileError(fault) }),
        bytes: () => archive.read((each) => each === name).get(name) ?? new Uint8Array(),
      };
    })
    .filter(({ name }) => name !== '' && !LEFT_OUT.test(name));
  if (files.length === 0) throw new UnreadableFileError('its archive holds no files');
  return { status: 'done', text: '', headings: [], title: undefined, parts: await parts.readAll(files) };
}

function faultOf(archive: ZipArchive, name: string): string | undefined {
  if (archive.needsPassword(name)) return 'it is password-protected; pack it without a password';
  const { pdfStreamBytes } = EXTRACTION_LIMITS;
  return archive.sizeOf(name) > pdfStreamBytes
    ? `it has more than ${pdfStreamBytes / 1_000_000} MB unpacked; upload it by itself`
    : undefined;
}
