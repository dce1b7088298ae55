import { ScryptKeySecrets } from './scrypt-key-secrets.js';

const secrets = new ScryptKeySecrets();

describe('ScryptKeySecrets', () => {
  it('creates a secret that matches its hash; the hash neither contains it nor matches another', async () => {
    const { secret, prefix, hash } = await secrets.make();
    expect(secret).toMatch(/^ts_[\da-f]{12}_[\w-]{43}$/);
    expect(secrets.prefixOf(secret)).toBe(prefix);
    expect(hash).toMatch(/^scrypt\$16384\$8\$1\$/);
    expect(hash).not.toContain(secret.slice(prefix.length + 1));
    expect(await secrets.verify(secret, hash)).toBe(true);
    const other = (await secrets.make()).secret;
    expect(await secrets.verify(other, hash)).toBe(false);
    expect(await secrets.verify(`${secret.slice(0, -1)}${secret.endsWith('A') ? 'B' : 'A'}`, hash)).toBe(false);
  });

  it('never accepts a secret of no key', async () => {
    expect(await secrets.verify((await secrets.make()).secret, undefined)).toBe(false);
  });

  it('rejects every other text', async () => {
    const { secret } = await secrets.make();
    for (const text of ['', 'ts_', secret.slice(1), `${secret}x`, secret.toUpperCase(), `${secret}\n`, ` ${secret}`])
      expect(secrets.prefixOf(text)).toBeUndefined();
  });

  it('computes another fingerprint in each process', async () => {
    const { secret } = await secrets.make();
    expect(secrets.fingerprint(secret)).toBe(secrets.fingerprint(secret));
    expect(new ScryptKeySecrets().fingerprint(secret)).not.toBe(secrets.fingerprint(secret));
  });
});
