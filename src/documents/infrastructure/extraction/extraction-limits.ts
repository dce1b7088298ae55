/** One million: sizes of archives are given in millions of bytes. */
const MEGA = 1_000_000;

/**
 * Limits of one file. A file comes from outside, so every step that can expand it (zip, compressed streams, parsers) has a limit that does
 * not depend on what the file states.
 */
export const EXTRACTION_LIMITS = {
  /** Processor time of one file, with all files inside of it. */
  cpuLimitMs: 10_000,
  /** Time of one file on the clock, for a reader that waits and computes nothing. */
  timeLimitMs: 600_000,
  /** Two files at once, so that one slow file does not block all others. */
  processes: 2,
  /** Files that wait for a process, of all callers and of one caller. */
  waiting: 32,
  waitingOfCaller: 8,
  /** Time of one file while other callers wait for a process. */
  shareMs: 30_000,
  /** Time that a file waits: longer than `shareMs`, so that the first in the queue is read. */
  longestWaitMs: 45_000,
  /** An idle process (PDF reader loaded: about 100 MB) ends after this time; the files of one folder still share it. */
  idleMs: 10_000,
  /** Memory of one process in MiB: code, heap and byte arrays together. */
  memoryMb: 256,
  /** JavaScript heap of the reading thread in MiB: below the memory of its process, so that the thread ends first. */
  heapMb: 160,
  /** Part of that heap for new objects in MiB: with the default, a PDF of 260 pages takes 300 MB instead of 210, in the same time. */
  newObjectsMb: 12,
  /** Milliseconds between two checks of memory and processor time of the process. */
  watchMs: 25,
  /** Stack of the thread in MiB: parsers walk nested tables recursively, and the default of 4 ends at about 4,000 levels. */
  stackMb: 16,
  /** Characters (UTF-16 units) of text, as for a document that comes as JSON. */
  textLength: 10_000_000,
  zipEntries: 10_000,
  zipTotalBytes: 200 * MEGA,
  /** Above `zipRatioFromBytes`, a ratio over this is a zip bomb: office XML reaches about 50. */
  zipRatio: 200,
  zipRatioFromBytes: 20 * MEGA,
  /** Size of one typed array of the PDF reader, which limits the content of one compressed stream. */
  pdfStreamBytes: 34 * MEGA,
  /** Length of a regular expression that the PDF reader makes of a text: compiling it takes the square of its length. */
  expressionLength: 10_000,
  /** Cells of one spreadsheet file; each is an object until its text is complete. */
  sheetCells: 500_000,
  /** Files in files: depth of nested archives, total number of files and total bytes. */
  partDepth: 3,
  parts: 1_000,
  partBytes: 200 * MEGA,
  /** Characters of all files in a file. */
  partsTextLength: 20_000_000,
  /** Below these sizes a text is converted in this process: a transfer to another process would cost more. */
  inPlaceHtmlBytes: 25_000,
  inPlaceTextBytes: 1_000_000,
} as const;
