export class IndexEmbeddingDto {
  /** Model that the vectors come from. @example "builtin-ngram-256-v1" */
  model!: string;
  /** @example 256 */
  dimensions!: number;
}

export class IndexStatusDto {
  /** @example 1175 */
  documents!: number;
  /** Passages. @example 2780 */
  chunks!: number;
  embedding!: IndexEmbeddingDto;
  /** Bytes of the store on disk. @example 24576000 */
  size_bytes!: number;
  /** Whether upkeep is running. @example false */
  optimizing!: boolean;
  /** Whether another upkeep would pay. @example false */
  stale!: boolean;
  /** Passages that still wait for their vector. @example 0 */
  unembedded!: number;
  /** When the last upkeep ended. @example "2026-11-21T03:00:00.000Z" */
  optimized_at?: string;
}

export class AcceptedJobDto {
  /** Ask GET /jobs/{job_id} for its progress. @example "job_6f1c2a" */
  job_id!: string;
}
