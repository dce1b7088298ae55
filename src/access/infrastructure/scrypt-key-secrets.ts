import { createHmac, randomBytes, scrypt, type ScryptOptions, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { KeySecrets, NewSecret } from '../domain/api-key.js';

/** `ts_`, 12 hexadecimal digits that find the key, and 256 random bits. */
const FORM = /^(ts_[\da-f]{12})_[\w-]{43}$/;
const PREFIX_BYTES = 6;
const SECRET_BYTES = 32;
const SALT_BYTES = 16;
const HASH_BYTES = 32;

/**
 * 16 MB and about 40 ms of one core. Secrets of 256 random bits need no slow hash against guessing, so this is the
 * lower scrypt setting of OWASP's password storage cheat sheet: defence in depth for a copied store.
 */
const COST: ScryptOptions = { N: 2 ** 14, r: 8, p: 1 };

function derive(secret: string, salt: Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(secret, salt, HASH_BYTES, COST, (error, hash) => (error === null ? resolve(hash) : reject(error)));
  });
}

/** The hash with its cost and salt, so that a later change of the cost is recognisable. */
function encode(salt: Buffer, hash: Buffer): string {
  return ['scrypt', COST.N, COST.r, COST.p, salt.toString('base64url'), hash.toString('base64url')].join('$');
}

function decode(text: string): { salt: Buffer; hash: Buffer } {
  const [salt, hash] = text.split('$').slice(-2);
  return { salt: Buffer.from(salt ?? '', 'base64url'), hash: Buffer.from(hash ?? '', 'base64url') };
}

/** Secrets by scrypt of `node:crypto`. */
@Injectable()
export class ScryptKeySecrets extends KeySecrets {
  /** Compared with a secret of no key. */
  private readonly nobody = encode(randomBytes(SALT_BYTES), randomBytes(HASH_BYTES));
  private readonly processKey = randomBytes(32);

  async make(): Promise<NewSecret> {
    const prefix = `ts_${randomBytes(PREFIX_BYTES).toString('hex')}`;
    const secret = `${prefix}_${randomBytes(SECRET_BYTES).toString('base64url')}`;
    const salt = randomBytes(SALT_BYTES);
    return { secret, prefix, hash: encode(salt, await derive(secret, salt)) };
  }

  /** The format is public: a text without it is rejected before any slow computation. */
  prefixOf(text: string): string | undefined {
    return FORM.exec(text)?.[1];
  }

  async verify(secret: string, hash: string | undefined): Promise<boolean> {
    const expected = decode(hash ?? this.nobody);
    const right = timingSafeEqual(await derive(secret, expected.salt), expected.hash);
    return right && hash !== undefined;
  }

  /** Keyed by a random number of the process: a memory dump contains no hash that is usable elsewhere. */
  fingerprint(secret: string): string {
    return createHmac('sha256', this.processKey).update(secret).digest('base64url');
  }
}
