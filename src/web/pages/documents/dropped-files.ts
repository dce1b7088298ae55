/** Files that a page takes at once; more are for the command line. */
export const MOST_FILES = 1000;

/** A file with the folders that it was dropped in. */
export interface QueuedFile {
  readonly file: File;
  readonly folders: readonly string[];
}

/** The files that are taken, how many there were, and the names of those that are left out. */
export interface FoundFiles {
  readonly files: readonly QueuedFile[];
  readonly count: number;
  /** Files of the system and of programs that have a document open. */
  readonly skipped: readonly string[];
  /** Files of kinds that are not read. */
  readonly unread: readonly string[];
}

export const NO_FILES: FoundFiles = { files: [], count: 0, skipped: [], unread: [] };

const READ =
  '.pdf,.docx,.hwpx,.hwp,.xlsx,.pptx,.odt,.ods,.odp,.rtf,.epub,.eml,.mbox,.ics,.csv,.tsv,.json,.yaml,.yml,.srt,.vtt,.md,.markdown,.html,.htm,.txt,.zip';
/** Read where the server recognizes text in pictures. */
const PICTURES = '.png,.jpg,.jpeg,.tif,.tiff,.bmp,.gif,.webp';
/** Kinds of files that a chooser of files offers. */
export const ACCEPTED = READ;
const KINDS: ReadonlySet<string> = new Set(`${READ},${PICTURES}`.split(','));

/** What systems and office programs store next to documents: hidden files, folders of packers, and marks of open files. */
const NO_DOCUMENT =
  /^(?:\.|~\$|~WRL|__MACOSX$|thumbs\.db$|desktop\.ini$|ehthumbs\.db$)|\.(?:tmp|temp|crdownload|part)$/iu;

const endingOf = (name: string): string => /\.[^.]+$/u.exec(name)?.[0].toLowerCase() ?? '';

const pathOf = ({ folders, file }: QueuedFile): string => [...folders, file.name].join(' / ');

/** Separates documents from other files, and takes the first ones. A file without an ending is left to the server. */
export function sorted(all: readonly QueuedFile[]): FoundFiles {
  const isNone = ({ file, folders }: QueuedFile) => [...folders, file.name].some((name) => NO_DOCUMENT.test(name));
  const isUnread = ({ file: { name } }: QueuedFile) => endingOf(name) !== '' && !KINDS.has(endingOf(name));
  const documents = all.filter((one) => !isNone(one));
  const files = documents.filter((one) => !isUnread(one));
  return {
    files: files.slice(0, MOST_FILES),
    count: files.length,
    skipped: all.filter(isNone).map(pathOf),
    unread: documents.filter(isUnread).map(pathOf),
  };
}

/** What was found in several places. */
export const together = (found: readonly FoundFiles[]): FoundFiles => ({
  files: found.flatMap(({ files }) => files).slice(0, MOST_FILES),
  count: found.reduce((sum, { count }) => sum + count, 0),
  skipped: found.flatMap(({ skipped }) => skipped),
  unread: found.flatMap(({ unread }) => unread),
});

const asFile = (entry: FileSystemFileEntry): Promise<File> =>
  new Promise((resolve, reject) => entry.file(resolve, reject));

/** All entries of a folder: a reader returns up to 100 at once. */
async function entriesOf(folder: FileSystemDirectoryEntry): Promise<readonly FileSystemEntry[]> {
  const reader = folder.createReader();
  const entries: FileSystemEntry[] = [];
  for (;;) {
    const next = await new Promise<readonly FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (next.length === 0) return entries;
    entries.push(...next);
  }
}

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile;
const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory;

async function filesIn(entry: FileSystemEntry, folders: readonly string[]): Promise<readonly QueuedFile[]> {
  if (isFile(entry)) return [{ file: await asFile(entry), folders }];
  // A hidden folder may hold thousands of files.
  if (!isFolder(entry) || NO_DOCUMENT.test(entry.name)) return [];
  const inside: QueuedFile[] = [];
  for (const one of await entriesOf(entry))
    for (const file of await filesIn(one, [...folders, entry.name])) inside.push(file);
  return inside;
}

/** Files that were dropped, with those of dropped folders, up to 1,000. */
export async function droppedFiles(transfer: DataTransfer): Promise<FoundFiles> {
  // The list is empty after the event: entries are read at once, their files later.
  const entries = [...transfer.items].flatMap((item) => item.webkitGetAsEntry() ?? []);
  if (entries.length === 0) return chosenFiles(transfer.files);
  const files: QueuedFile[] = [];
  for (const entry of entries) for (const file of await filesIn(entry, [])) files.push(file);
  return sorted(files);
}

/** Files that were chosen, or those of a chosen folder, up to 1,000. The browser gives each file of a folder its path, which begins with the name of the folder. */
export function chosenFiles(files: Iterable<File> | null | undefined): FoundFiles {
  return sorted([...(files ?? [])].map((file) => ({ file, folders: file.webkitRelativePath.split('/').slice(0, -1) })));
}
