import { parseArgs } from 'node:util';
import { disturbCluster } from './cluster.js';
import { killEmbedded } from './embedded.js';
import { ENOUGH_FREE, ProcessorShare } from './processors.js';
import { PROXY_MISSING } from './proxy.js';
import { CLUSTER_MISSING } from '../support/postgres-cluster.js';

const USAGE = `npm run chaos -- [options]
Two runs, one after the other; exit code 1 when anything was lost, is not whole, or did not come back in time; 3 (not evaluated) when
nothing was lost, missing or done twice, but the cluster answered late or not while others had more than a quarter of the processors.
  embedded  kills a server with SIGKILL while documents are stored, replaced, deleted and loaded in bulk, and after each time compares the
            files with what was acknowledged
  cluster   three replicas and two workers behind haproxy on a PostgreSQL primary with one streaming standby, all started here: under a
            steady load and a running test session, kills a replica, a worker and the standby in turn, restarts the primary, and
            restarts all replicas one by one. Left out, with the reason, where haproxy or PostgreSQL is not installed
  --only embedded|cluster
  --kills N    of the embedded run, default 50, 500 at most
  --seconds N  of each disturbance of the cluster, default 30
  --rate N     steps a second, one or two requests each, that the cluster is asked, default 20: less where it can do little more
  --help`;
const MOST_KILLS = 500;
const FAILED = 1;
const NOT_EVALUATED = 3;

const within = (text: string | undefined, otherwise: number, [least, most]: readonly [number, number]) =>
  Math.max(least, Math.min(most, Number(text ?? otherwise)));

/** @returns the exit code */
export async function main(options: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...options],
    options: {
      only: { type: 'string' },
      kills: { type: 'string' },
      seconds: { type: 'string' },
      rate: { type: 'string' },
      help: { type: 'boolean' },
    },
  });
  if (values.help === true) {
    console.log(USAGE);
    return 0;
  }
  const codes: number[] = [];
  if (values.only !== 'cluster')
    codes.push((await killEmbedded(within(values.kills, 50, [1, MOST_KILLS]))) ? 0 : FAILED);
  const missing = CLUSTER_MISSING ?? PROXY_MISSING;
  if (values.only !== 'embedded') {
    if (missing !== undefined) console.log(`cluster: left out: ${missing}`);
    else codes.push(await cluster(within(values.seconds, 30, [5, 600]), within(values.rate, 20, [1, 500])));
  }
  return codes.includes(FAILED) ? FAILED : Math.max(0, ...codes);
}

async function cluster(seconds: number, rate: number): Promise<number> {
  const processors = await ProcessorShare.watch();
  const { held, right } = await disturbCluster({ seconds, rate });
  if (held) return 0;
  if (!right) return FAILED;
  const free = await processors.least();
  if (free >= ENOUGH_FREE) return FAILED;
  console.log(
    `not evaluated: only ${(100 * free).toFixed(0)} % of the processors were free; run it again on a quiet machine`,
  );
  return NOT_EVALUATED;
}
