/** Where a reader may look who got no answer: it is none, and nothing of its text is shown. */
export interface NearestPassage {
  readonly documentId: string;
  readonly chunkId: string;
  readonly title: string;
  readonly section: string | undefined;
  readonly url: string | null;
}
