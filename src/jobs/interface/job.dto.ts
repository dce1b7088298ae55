import { ApiProperty } from '@nestjs/swagger';

export class JobProgressDto {
  /** @example 2 */
  done!: number;
  /** @example 3 */
  total!: number;
}

export class JobDto {
  /** @example "job_6f1c2a" */
  job_id!: string;
  /** @example "index.optimize" */
  kind!: string;
  @ApiProperty({ enum: ['queued', 'running', 'succeeded', 'failed', 'cancelled'], example: 'running' })
  status!: string;
  progress!: JobProgressDto;
  /** Reason of the failure. */
  error?: string;
  /** The key that started it; null for the server's own work. Only for an administrator. @example "key_8c1d" */
  owner?: string | null;
  /** Whether the caller may cancel it by POST /jobs/{job_id}/cancel now. @example true */
  cancellable!: boolean;
  /** @example "2026-11-21T09:00:00.000Z" */
  created_at!: string;
  /** Of its last change; of its end, for an ended job. @example "2026-11-21T09:00:05.000Z" */
  updated_at!: string;
}

/** A page of jobs. */
export class JobPageDto {
  items!: JobDto[];
  /** Send it as cursor for the next page; null on the last. @example null */
  next_cursor!: string | null;
}
