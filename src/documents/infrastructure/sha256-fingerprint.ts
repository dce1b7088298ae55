import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { ContentFingerprint, RunningDigest } from '../domain/document.js';

@Injectable()
export class Sha256Fingerprint extends ContentFingerprint {
  of(text: string): string {
    return createHash('sha256').update(text).digest('hex');
  }

  begin(): RunningDigest {
    const hash = createHash('sha256');
    return { add: (piece) => void hash.update(piece), end: () => hash.digest('hex') };
  }
}
