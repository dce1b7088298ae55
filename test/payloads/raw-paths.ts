import { Agent, request } from 'node:http';

/** Parts of the address under which files are served, or an identifier is read. */
const BEFORE = ['/', '/pages/', '/docs/', '/assets/', '/documents/'];

export interface RawAnswer {
  readonly path: string;
  readonly status: number;
  readonly type: string;
  readonly body: string;
}

/** Encodes the characters that are invalid in an address; dots, slashes and percent signs are sent unchanged. */
function asSent(text: string): string {
  return Array.from(text, (sign) => (/[\x21-\x7e]/.test(sign) && sign !== '#' ? sign : encodeSign(sign))).join('');
}

function encodeSign(sign: string): string {
  return encodeURIComponent(Buffer.from(sign).toString());
}

function ask(port: number, path: string, agent: Agent): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const asked = request({ host: '127.0.0.1', port, path, agent }, (answer) => {
      const parts: Buffer[] = [];
      answer.on('data', (part: Buffer) => parts.push(part));
      answer.on('end', () =>
        resolve({
          path,
          status: answer.statusCode ?? 0,
          type: answer.headers['content-type'] ?? '',
          body: Buffer.concat(parts).toString(),
        }),
      );
    });
    asked.on('error', reject);
    asked.end();
  });
}

/** Requests each text as an address over the network, without a library that normalizes it. */
export async function askForPaths(
  port: number,
  texts: readonly string[],
  judge: (answer: RawAnswer, text: string) => void,
): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 4 });
  for (const text of texts)
    for (const answer of await Promise.all(BEFORE.map((before) => ask(port, `${before}${asSent(text)}`, agent))))
      judge(answer, text);
  agent.destroy();
}
