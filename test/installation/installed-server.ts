import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { docx, docxParagraph, pdf, pdfLines } from '../support/office-files.js';
import { freePort } from '../support/free-port.js';

export const KEY = 'The-Key-Of-The-Administrator-1';

/** Sentences of a document, each with the question that it answers. */
const KILN = 'The blue kiln is fired at 1240 degrees.';
const KILN_KO = '파란 가마는 섭씨 1240도에서 굽는다.';
export const QUESTIONS = ['At how many degrees is the blue kiln fired?', '파란 가마는 섭씨 몇 도에서 굽나요?'];

/** The machine may be busy with other specs. */
const PATIENT = { PIPELINE_TIMEOUT_MULTIPLIER: '10' };

/** A user without rights, where this one may become another. */
const [NOBODY, ...asNobody] =
  process.getuid?.() === 0 ? ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups'] : ['env'];

export interface Place {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

/** Runs a command to its end as a user without rights. */
export function runAsNobody(command: readonly string[], { cwd, env }: Place): { code: number | null; output: string } {
  const options = { cwd, env, encoding: 'utf8' as const, timeout: 120_000 };
  const { status, stdout, stderr } = spawnSync(NOBODY ?? '', [...asNobody, ...command], options);
  return { code: status, output: `${stdout}${stderr}` };
}

export interface InstalledServer {
  readonly url: string;
  readonly env: Readonly<Record<string, string>>;
  readonly ask: (message: string) => Promise<string>;
  /** Sends a DOCX that answers the questions, and a PDF. @returns the status of each */
  readonly upload: () => Promise<readonly number[]>;
  readonly stop: () => Promise<number | null>;
}

async function untilReady(child: ChildProcess, said: string[]): Promise<void> {
  if (child.stdout === null) throw new Error('The server has no output.');
  for await (const line of createInterface({ input: child.stdout })) {
    said.push(line);
    if (line.includes('"msg":"ready"')) break;
  }
  if (child.exitCode !== null || !said.some((line) => line.includes('"msg":"ready"')))
    throw new Error(`The server ended before it was ready: ${said.join('\n')}`);
  child.stdout.resume();
}

/** Starts a server as a user without rights and waits until it is ready; its settings are those of `place` and what compose sets. */
export async function startAsNobody(command: readonly string[], place: Place): Promise<InstalledServer> {
  const port = await freePort();
  const env = {
    ...place.env,
    PORT: String(port),
    AUTH_MODE: 'api-key',
    ADMIN_API_KEY: KEY,
    LOG_FORMAT: 'json',
    ...PATIENT,
  };
  const child = spawn(NOBODY ?? '', [...asNobody, ...command], {
    cwd: place.cwd,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    // npx starts a shell that starts the server: a signal goes to all three.
    detached: true,
  });
  const said: string[] = [];
  child.stderr.on('data', (part: Buffer) => said.push(part.toString()));
  await untilReady(child, said);
  const url = `http://127.0.0.1:${port}`;
  const headers = { 'x-api-key': KEY };
  return {
    url,
    env,
    ask: async (message) => {
      const init = { method: 'POST', headers: { ...headers, 'content-type': 'application/json' } };
      const answered = await fetch(`${url}/chat/run`, { ...init, body: JSON.stringify({ message }) });
      return ((await answered.json()) as { response: string }).response;
    },
    upload: async () => {
      const files = {
        'kiln.docx': docx([KILN, KILN_KO].map((line) => docxParagraph(line)).join('')),
        'tides.pdf': pdf([pdfLines(['High tide is at six.'])]),
      };
      const send = async ([name, bytes]: [string, Uint8Array]) => {
        const form = new FormData();
        form.append('canonical_path', '["Pottery"]');
        form.append('file', new Blob([Buffer.from(bytes)]), name);
        return (await fetch(`${url}/documents/upload`, { method: 'POST', headers, body: form })).status;
      };
      return Promise.all(Object.entries(files).map(send));
    },
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return child.exitCode;
      process.kill(-child.pid, 'SIGTERM');
      await once(child, 'close');
      return child.exitCode;
    },
  };
}
