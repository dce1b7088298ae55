/** A place to read for a caller without an answer. It is not an answer, and its text is not shown. */
export interface NearestPassage {
  readonly documentId: string;
  readonly chunkId: string;
  readonly title: string;
  readonly section: string | undefined;
  readonly url: string | null;
}
