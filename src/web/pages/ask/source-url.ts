import { query } from '../api/call.js';

/** URL of a document with one of its chunks marked. */
export const sourceUrl = (place: {
  readonly doc_id: string;
  readonly start: number | null;
  readonly end: number | null;
}) => `/pages/documents${query({ id: place.doc_id, start: place.start, end: place.end })}`;
