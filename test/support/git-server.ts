import { execFileSync, spawn } from 'node:child_process';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Git's own server program, by HTTP on loopback, for the bare repositories in a folder. */
export class GitServer {
  readonly requests: { readonly path: string; readonly headers: IncomingHttpHeaders }[] = [];
  private readonly server: Server;

  constructor(folder: string) {
    this.server = createServer((incoming, response) => {
      const { pathname, searchParams } = new URL(incoming.url ?? '', 'http://h');
      this.requests.push({ path: pathname, headers: incoming.headers });
      const backend = spawn('git', ['http-backend'], {
        env: {
          ...process.env,
          GIT_PROJECT_ROOT: folder,
          GIT_HTTP_EXPORT_ALL: '1',
          PATH_INFO: pathname,
          QUERY_STRING: searchParams.toString(),
          REQUEST_METHOD: incoming.method,
          CONTENT_TYPE: incoming.headers['content-type'] ?? '',
          GIT_PROTOCOL: String(incoming.headers['git-protocol'] ?? ''),
        },
      });
      incoming.pipe(backend.stdin);
      const parts: Buffer[] = [];
      backend.stdout.on('data', (part: Buffer) => parts.push(part));
      backend.on('close', () => {
        const output = Buffer.concat(parts);
        const end = output.indexOf('\r\n\r\n');
        const lines = output.subarray(0, end).toString().split('\r\n');
        const headers = Object.fromEntries(lines.map((line) => line.split(': ', 2) as [string, string]));
        const status = Number((headers['Status'] ?? '200').split(' ', 1)[0]);
        response.writeHead(status, headers).end(output.subarray(end + 4));
      });
    });
  }

  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}

/** Runs Git in a folder, with an author of its own and none of the settings of the machine. */
export function git(folder: string, ...words: readonly string[]): string {
  const identity = {
    GIT_AUTHOR_NAME: 'A',
    GIT_AUTHOR_EMAIL: 'a@h',
    GIT_COMMITTER_NAME: 'A',
    GIT_COMMITTER_EMAIL: 'a@h',
  };
  const env = { ...process.env, ...identity, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_SYSTEM: '/dev/null' };
  return execFileSync('git', ['-C', folder, ...words], { env, stdio: ['ignore', 'pipe', 'ignore'] }).toString();
}

/** What is missing for these specs. */
export function lackOfGit(): string | undefined {
  try {
    execFileSync('git', ['--version'], { stdio: 'ignore' });
    return undefined;
  } catch {
    return 'no git';
  }
}
