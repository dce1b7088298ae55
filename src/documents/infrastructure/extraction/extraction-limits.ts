/** One million: sizes of archives are told in millions of bytes. */
const MEGA = 1_000_000;

/**
 * What one file may cost. A file comes from outside, so every step that can unfold it (zip, compressed streams,
 * parsers) has a bound that does not depend on what the file says about itself.
 */
export const EXTRACTION_LIMITS = {
  /** Time without a finished page or section after which a file is given up. */
  stallLimitMs: 20_000,
  /** Time of one file in all. */
  timeLimitMs: 600_000,
  /** Two files at once: one slow file must not hold up all others. */
  processes: 2,
  /** Files that wait for a process, of all callers and of one. */
  waiting: 32,
  waitingOfCaller: 8,
  /** Time of one file while other callers wait for a process. */
  shareMs: 30_000,
  /** Time that a file waits: longer than `shareMs`, so that the first in line is read. */
  longestWaitMs: 45_000,
  /** An idle process (PDF reader loaded: some 100 MB) ends after this time; a folder of uploads still shares one. */
  idleMs: 10_000,
  /** Memory of one process in MiB, whatever it is used for: code, heap, byte arrays. */
  memoryMb: 256,
  /** JavaScript heap of the thread that reads, in MiB: below the memory of its process, so that it ends first. */
  heapMb: 160,
  /** Milliseconds between two looks at the memory of the process. */
  watchMs: 25,
  /** Stack of the thread, in MiB: parsers walk nested tables recursively, the default of 4 ends at some 4,000 levels. */
  stackMb: 16,
  /** Characters (UTF-16 units) of text, as for a document that comes as JSON. */
  textLength: 10_000_000,
  zipEntries: 10_000,
  zipTotalBytes: 200 * MEGA,
  /** Above `zipRatioFromBytes`, more than this many bytes out of one is a bomb: office XML reaches about 50. */
  zipRatio: 200,
  zipRatioFromBytes: 20 * MEGA,
  /** One typed array of the PDF reader, so the most that one compressed stream unfolds to. */
  pdfStreamBytes: 34 * MEGA,
  /** Cells of one spreadsheet file; each is an object until its text is put together. */
  sheetCells: 500_000,
  /** Files in files: archives in archives this deep, this many files in all, and as many bytes of them. */
  partDepth: 3,
  parts: 1_000,
  partBytes: 200 * MEGA,
  /** Characters of all files in a file. */
  partsTextLength: 20_000_000,
  /** Below these sizes a text is converted in place: handing it to a process would cost more than converting it. */
  inPlaceHtmlBytes: 100_000,
  inPlaceTextBytes: 1_000_000,
} as const;
