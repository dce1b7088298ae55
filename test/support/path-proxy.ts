import { createServer, request as send, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface PathProxy {
  /** Without a path. */
  readonly origin: string;
  stop(): Promise<void>;
}

/** A reverse proxy on this machine that serves a port under a path, removes the path and reports it in X-Forwarded-*. */
export async function startPathProxy(port: number, path: string): Promise<PathProxy> {
  const server: Server = createServer((asked, answer) => {
    const url = asked.url ?? '/';
    if (!url.startsWith(`${path}/`)) {
      answer.writeHead(404).end(`outside of ${path}`);
      return;
    }
    const { host = '' } = asked.headers;
    const headers = {
      ...asked.headers,
      'x-forwarded-host': host,
      'x-forwarded-proto': 'http',
      'x-forwarded-prefix': path,
    };
    const onward = send(
      { host: '127.0.0.1', port, method: asked.method, path: url.slice(path.length), headers },
      (reply) => {
        answer.writeHead(reply.statusCode ?? 502, reply.headers);
        reply.pipe(answer);
      },
    );
    onward.on('error', () => answer.destroy());
    asked.pipe(onward);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
