import type { Logger } from 'pino';
import type { Environment } from '../config/environment.js';
import { Presets, SingleBar } from 'cli-progress';

/** Prints the URL of the server and first steps; as one log object if logs are JSON. */
export function printWelcome(url: string, environment: Environment, logger: Logger): void {
  const key = environment.AUTH_MODE === 'api-key' ? ` -H "X-API-Key: $ADMIN_API_KEY"` : '';
  const question = '{"message": "휴학 신청은 언제까지 해야 하나요?"}';
  const example = `curl -s ${url}/chat/run${key} -H 'content-type: application/json' -d '${question}'`;
  if (environment.LOG_FORMAT === 'json') {
    logger.info({ url, docs: `${url}/docs`, try: example, pid: process.pid }, 'ready');
    return;
  }
  console.log(`
  Touchstone is ready.

    Web page     ${url}/
    Swagger UI   ${url}/docs

  Ask it something:

    ${example}
`);
}

export type Progress = (done: number, total: number) => void;

/** A progress bar on a terminal; otherwise one log line at the start and one at the end. */
export function showProgress(environment: Environment, logger: Logger): Progress {
  if (environment.LOG_FORMAT !== 'pretty' || !process.stdout.isTTY) {
    return (done, total) => {
      if (done === 0 || done === total) logger.info({ done, total }, 'loading the sample documents');
    };
  }
  const bar = new SingleBar({ format: 'Loading the samples {bar} {value}/{total} documents' }, Presets.shades_classic);
  let started = false;
  return (done, total) => {
    if (!started) bar.start(total, 0);
    started = true;
    bar.update(done);
    if (done === total) bar.stop();
  };
}
