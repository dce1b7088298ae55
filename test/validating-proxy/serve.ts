// Runs the server under test on another port and compares every response with its own /openapi.json:
//   SERVER_CMD="node .cache/test/test/validating-proxy/serve.js" node .../acceptance/run.mjs
// What does not match is appended to VIOLATIONS (default .cache/violations.log), one line each. `BEHIND` is the command of the server.
import { spawn } from 'node:child_process';
import { appendFileSync } from 'node:fs';
import http from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '../support/free-port.js';
import type { OpenApiDocument } from '../support/open-api.js';
import { ResponseCheck } from '../support/response-check.js';

const LOG = process.env['VIOLATIONS'] ?? '.cache/violations.log';
const COMMAND = process.env['BEHIND'] ?? 'node dist/src/main.js';
const HOST = process.env['HOST'] ?? '127.0.0.1';

const port = await freePort();
// In the same process group, so that who ends the proxy's group ends the server, too.
const server = spawn(`exec ${COMMAND}`, {
  shell: true,
  stdio: ['ignore', 'inherit', 'inherit'],
  env: { ...process.env, PORT: String(port) },
});
server.on('exit', (code) => process.exit(code ?? 1));
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => server.kill(signal));
process.on('exit', () => server.kill('SIGKILL'));

async function document(): Promise<OpenApiDocument> {
  for (;;) {
    try {
      const response = await fetch(`http://${HOST}:${port}/openapi.json`);
      if (response.ok) return (await response.json()) as OpenApiDocument;
    } catch {
      // Not up yet.
    }
    await delay(100);
  }
}

const check = new ResponseCheck(await document());

const proxy = http.createServer((request, response) => {
  const { method = 'GET', url = '/', headers } = request;
  const sentParts: Buffer[] = [];
  request.on('data', (part: Buffer) => sentParts.push(part));
  const onward = http.request({ host: HOST, port, method, path: url, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.statusMessage, answer.rawHeaders);
    const parts: Buffer[] = [];
    answer.on('data', (part: Buffer) => {
      parts.push(part);
      response.write(part);
    });
    answer.on('error', () => response.destroy());
    answer.on('end', () => {
      response.end();
      const contentType = answer.headers['content-type'];
      const body = Buffer.concat(parts).toString('utf8');
      const isJson = headers['content-type']?.startsWith('application/json') === true;
      const sent = isJson ? { sent: Buffer.concat(sentParts).toString('utf8') } : {};
      const faults = check.faultsOf({ method, url, status: answer.statusCode ?? 0, contentType, body, ...sent });
      for (const fault of faults) appendFileSync(LOG, `${fault.replaceAll('\n', ' ').slice(0, 600)}\n`);
    });
  });
  onward.on('error', () => response.destroy());
  response.on('close', () => onward.destroy());
  request.pipe(onward);
});
proxy.requestTimeout = 0;
proxy.listen(Number(process.env['PORT'] ?? 8001), HOST);
