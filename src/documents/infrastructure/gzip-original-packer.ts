import { webcrypto } from 'node:crypto';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { Injectable } from '@nestjs/common';
import { OriginalPacker, PackedOriginal } from '../domain/original.js';

const compress = promisify(gzip);
const decompress = promisify(gunzip);

/** Both run in separate threads: a file of 50 MB does not block other requests. */
async function sha256(bytes: Uint8Array): Promise<string> {
  return Buffer.from(await webcrypto.subtle.digest('SHA-256', bytes)).toString('hex');
}

@Injectable()
export class GzipOriginalPacker extends OriginalPacker {
  async pack(bytes: Uint8Array): Promise<Pick<PackedOriginal, 'byteLength' | 'sha256' | 'packed'>> {
    const [packed, hash] = await Promise.all([compress(bytes), sha256(bytes)]);
    return { packed, byteLength: bytes.length, sha256: hash };
  }

  async unpack({ packed, byteLength, sha256: expected, name }: PackedOriginal): Promise<Uint8Array> {
    const bytes = await decompress(packed, { maxOutputLength: Math.max(1, byteLength) });
    const found = await sha256(bytes);
    if (found !== expected)
      throw new Error(`The stored file '${name}' has the hash ${found} and not ${expected}; restore it from a backup.`);
    return bytes;
  }
}
