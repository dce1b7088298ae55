import { createHash } from 'node:crypto';
import { Digest } from '../domain/audit-log.js';

export class Sha256Digest extends Digest {
  of(text: string): string {
    return createHash('sha256').update(text).digest('hex');
  }
}
