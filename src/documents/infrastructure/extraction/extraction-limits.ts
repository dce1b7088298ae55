/** One million: sizes of archives are told in millions of bytes. */
const MEGA = 1_000_000;

/**
 * What one file may cost. A file comes from outside, so every step that can unfold it (zip, compressed streams,
 * parsers) has a bound that does not depend on what the file says about itself.
 */
export const EXTRACTION_LIMITS = {
  /** Wall time of one file; a thousand-page PDF takes a few seconds, so longer means a file made to hang its reader. */
  timeLimitMs: 30_000,
  /** Two files at once: one slow file must not hold up all others, and each thread may fill `heapMb`. */
  threads: 2,
  /** An idle thread (PDF reader loaded: some 50 MB) ends after this time; a folder of uploads still shares one. */
  idleMs: 10_000,
  /** JavaScript heap of one thread, in MiB; a document tree takes about 20 bytes for each byte of XML. */
  heapMb: 768,
  /** Stack of one thread, in MiB: parsers walk nested tables recursively, the default of 4 ends at some 4,000 levels. */
  stackMb: 16,
  /** Characters (UTF-16 units) of text, as for a document that comes as JSON. */
  textLength: 10_000_000,
  zipEntries: 10_000,
  zipTotalBytes: 200 * MEGA,
  /** Above `zipRatioFromBytes`, more than this many bytes out of one is a bomb: office XML reaches about 50. */
  zipRatio: 200,
  zipRatioFromBytes: 20 * MEGA,
  /** One typed array of the PDF reader, so the most that one compressed stream unfolds to. */
  pdfStreamBytes: 256 * MEGA,
  /** Below these sizes a text is converted in place: handing it to a thread would cost more than converting it. */
  inPlaceHtmlBytes: 100_000,
  inPlaceTextBytes: 1_000_000,
} as const;
