import type { QueuedFile } from './upload-queue.js';

/** Files that a page takes at once; more are for the command line. */
export const MOST_FILES = 1000;

/** The files that are taken, and how many there were. */
export interface FoundFiles {
  readonly files: readonly QueuedFile[];
  readonly count: number;
}

const taken = (all: readonly QueuedFile[]): FoundFiles => ({ files: all.slice(0, MOST_FILES), count: all.length });

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
  // Files of the system, such as .DS_Store.
  if (entry.name.startsWith('.')) return [];
  if (isFile(entry)) return [{ file: await asFile(entry), folders }];
  if (!isFolder(entry)) return [];
  const inside: QueuedFile[] = [];
  for (const one of await entriesOf(entry)) inside.push(...(await filesIn(one, [...folders, entry.name])));
  return inside;
}

/** Files that were dropped, with those of dropped folders, up to 1,000. */
export async function droppedFiles(transfer: DataTransfer): Promise<FoundFiles> {
  // The list is empty after the event: entries are read at once, their files later.
  const entries = [...transfer.items].flatMap((item) => item.webkitGetAsEntry() ?? []);
  if (entries.length === 0) return taken([...transfer.files].map((file) => ({ file, folders: [] })));
  const files: QueuedFile[] = [];
  for (const entry of entries) files.push(...(await filesIn(entry, [])));
  return taken(files);
}

/** Files of a folder that was chosen, up to 1,000. The browser gives each its path, which begins with the name of the folder. */
export function filesOfFolder(files: Iterable<File> | null | undefined): FoundFiles {
  const all = [...(files ?? [])]
    .map((file) => ({ file, folders: file.webkitRelativePath.split('/').slice(0, -1) }))
    .filter(({ file, folders }) => ![...folders, file.name].some((name) => name.startsWith('.')));
  return taken(all);
}
