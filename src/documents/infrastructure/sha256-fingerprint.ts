import { createHash, webcrypto } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { ContentFingerprint, RunningDigest } from '../domain/document.js';

/** SHA-256, hexadecimal. Runs in a separate thread: a file of 50 MB does not block other requests. */
export async function sha256(bytes: Uint8Array): Promise<string> {
  return Buffer.from(await webcrypto.subtle.digest('SHA-256', bytes)).toString('hex');
}

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
