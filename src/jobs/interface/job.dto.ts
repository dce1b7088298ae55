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
  /** Why it failed. */
  error?: string;
}
