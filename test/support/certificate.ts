import { generateKeyPairSync, sign } from 'node:crypto';

const RSA_SHA256 = sequence(identifier('2a864886f70d01010b'), Buffer.from('0500', 'hex'));
const COMMON_NAME = identifier('550403');
const ALTERNATIVE_NAMES = identifier('551d11');
const BASIC_CONSTRAINTS = identifier('551d13');
const DNS_NAME = 0x82;
const ADDRESS = 0x87;
const ALWAYS = { from: '200101000000Z', to: '491231235959Z' };

/** A key and the certificate that it signs for itself (RFC 5280, DER written by hand), valid for one name or IPv4 address. */
export function selfSignedCertificate(host: string, days = ALWAYS): { readonly key: string; readonly cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const name = sequence(element(0x31, sequence(COMMON_NAME, element(0x0c, Buffer.from(host)))));
  const address = host.split('.').map(Number);
  const alternative = address.some(Number.isNaN)
    ? element(DNS_NAME, Buffer.from(host))
    : element(ADDRESS, Buffer.from(address));
  const extensions = sequence(
    sequence(ALTERNATIVE_NAMES, element(0x04, sequence(alternative))),
    sequence(BASIC_CONSTRAINTS, element(0x04, sequence(element(0x01, Buffer.from([0xff]))))),
  );
  const content = sequence(
    element(0xa0, element(0x02, Buffer.from([2]))),
    element(0x02, Buffer.from([1])),
    RSA_SHA256,
    name,
    sequence(element(0x17, Buffer.from(days.from)), element(0x17, Buffer.from(days.to))),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    element(0xa3, extensions),
  );
  const signature = element(0x03, Buffer.concat([Buffer.from([0]), sign('sha256', content, privateKey)]));
  const lines =
    sequence(content, RSA_SHA256, signature)
      .toString('base64')
      .match(/.{1,64}/gu) ?? [];
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`,
  };
}

function identifier(hex: string): Buffer {
  return element(0x06, Buffer.from(hex, 'hex'));
}

function sequence(...parts: readonly Buffer[]): Buffer {
  return element(0x30, ...parts);
}

/** One DER element with its length. */
function element(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}
