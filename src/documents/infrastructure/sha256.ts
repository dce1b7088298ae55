import { webcrypto } from 'node:crypto';

/** SHA-256, hexadecimal. Runs in a separate thread: a file of 50 MB does not block other requests. */
export async function sha256(bytes: Uint8Array): Promise<string> {
  return Buffer.from(await webcrypto.subtle.digest('SHA-256', bytes)).toString('hex');
}
