export class PendingEmbeddingDto {
  /** Model whose vectors are being made. @example "openai:text-embedding-3-small" */
  model!: string;
  /** Passages that still lack their vector. @example 1200 */
  remaining!: number;
}

export class IndexEmbeddingDto {
  /** Model in service. `builtin-ngram-…` is the fallback of a corpus too small to fit an embedding on. @example "builtin-lsa-256-5f0c9a1b" */
  model!: string;
  /** @example 256 */
  dimensions!: number;
  /** When the built-in embedding was fitted on the corpus. @example "2026-11-22T03:00:00.000Z" */
  fitted_at?: string;
  /** Passages that it was fitted on. @example 3169 */
  fitted_on?: number;
  /** A provider whose vectors are not complete yet: the model above serves until they are. */
  pending?: PendingEmbeddingDto;
}

export class IndexStatusDto {
  /** @example 1175 */
  documents!: number;
  /** Passages. @example 2780 */
  chunks!: number;
  embedding!: IndexEmbeddingDto;
  /** Bytes of the store on disk; for a key that is limited to some categories, the characters of their passages. @example 24576000 */
  size_bytes!: number;
  /** Whether maintenance is running. @example false */
  optimizing!: boolean;
  /** Whether another maintenance would pay. @example false */
  stale!: boolean;
  /** Whether the corpus has changed so much that the built-in embedding should be fitted again; this starts when writes pause. @example false */
  refit_due!: boolean;
  /** Passages that still lack their vector. @example 0 */
  unembedded!: number;
  /** When the last maintenance ended. @example "2026-11-21T03:00:00.000Z" */
  optimized_at?: string;
}

export class AcceptedJobDto {
  /** Read its progress with GET /jobs/{job_id}. @example "job_6f1c2a" */
  job_id!: string;
}
