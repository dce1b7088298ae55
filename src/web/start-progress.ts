import { Presets, SingleBar } from 'cli-progress';
import type { Logger } from 'pino';
import type { Environment } from '../config/environment.js';

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
