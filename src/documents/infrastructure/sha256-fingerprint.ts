import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { ContentFingerprint } from '../domain/document.js';

@Injectable()
export class Sha256Fingerprint extends ContentFingerprint {
  of(text: string): string {
    return createHash('sha256').update(text).digest('hex');
  }
}
