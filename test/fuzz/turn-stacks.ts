import { appendFileSync } from 'node:fs';
import { type Profiler, Session } from 'node:inspector';
import { type PerformanceEntry, PerformanceObserver } from 'node:perf_hooks';

const SAMPLE_US = 2_000;
const PROFILE_MS = 10_000;
const SHOWN_STACKS = 8;
const SHOWN_FRAMES = 14;

interface Turn {
  readonly at: number;
  /** By the clock of `process.hrtime`, which is that of the samples. */
  readonly fromUs: number;
  readonly untilUs: number;
  readonly cpuMs: number;
}

interface Collection {
  /** As perf_hooks has them: 1 of young values, 4 of all. */
  readonly kind: number;
  readonly fromUs: number;
  readonly ms: number;
}

type CollectionEntry = PerformanceEntry & { readonly detail: { readonly kind: number } };

const hrtimeUs = (): number => Number(process.hrtime.bigint() / 1_000n);

/** Names the functions from the innermost one outwards. */
function namedBy(profile: Profiler.Profile): (id: number) => string {
  const nodes = new Map(profile.nodes.map((node) => [node.id, node]));
  const parents = new Map(profile.nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id])));
  return (id) => {
    const frames: string[] = [];
    for (let at: number | undefined = id; at !== undefined; at = parents.get(at)) {
      const { functionName, lineNumber } = nodes.get(at)?.callFrame ?? { functionName: '?', lineNumber: 0 };
      frames.push(`${functionName === '' ? '(anonymous)' : functionName}:${lineNumber}`);
    }
    return frames.slice(0, SHOWN_FRAMES).join(' < ');
  };
}

/** Writes the stacks of the thread's long turns and the memory of the process to a file, to find a cause. */
export class TurnStacks {
  private readonly session = new Session();
  private turns: Turn[] = [];
  private collections: Collection[] = [];
  private isTurned = false;

  constructor(private readonly file: string) {
    this.session.connect();
    this.session.post('Profiler.enable');
    this.session.post('Profiler.setSamplingInterval', { interval: SAMPLE_US });
    this.session.post('Profiler.start');
    new PerformanceObserver((list) => {
      const startUs = hrtimeUs() - performance.now() * 1_000;
      for (const { detail, duration: ms, startTime } of list.getEntries() as CollectionEntry[])
        this.collections.push({ kind: detail.kind, fromUs: startUs + startTime * 1_000, ms });
    }).observe({ entryTypes: ['gc'] });
    setInterval(() => this.turnProfile(), PROFILE_MS).unref();
  }

  /** Records a long turn that ends now, unless this monitor itself made it long. */
  add(turn: { readonly at: number; readonly wallMs: number; readonly cpuMs: number }): boolean {
    if (this.isTurned) {
      this.isTurned = false;
      return false;
    }
    const untilUs = hrtimeUs();
    this.turns.push({ at: turn.at, fromUs: untilUs - turn.wallMs * 1_000, untilUs, cpuMs: turn.cpuMs });
    return true;
  }

  private turnProfile(): void {
    this.isTurned = true;
    this.session.post('Profiler.stop', (error, result) => {
      if (error === null) appendFileSync(this.file, `${this.lines(result.profile).join('\n')}\n`);
      [this.turns, this.collections] = [[], []];
      this.session.post('Profiler.start');
    });
  }

  private lines(profile: Profiler.Profile): string[] {
    const memory = Object.entries(process.memoryUsage()).map(([name, bytes]) => `${name} ${Math.round(bytes / 1e6)}`);
    const nameOf = namedBy(profile);
    return [
      `MEMORY ${Date.now()} ${memory.join(' ')}`,
      ...this.turns.flatMap((turn) => {
        const during = this.collections.filter(
          ({ fromUs, ms }) => fromUs + ms * 1_000 >= turn.fromUs && fromUs <= turn.untilUs,
        );
        const most = [...samplesIn(profile, turn)].sort(([, a], [, b]) => b - a).slice(0, SHOWN_STACKS);
        const wallMs = (turn.untilUs - turn.fromUs) / 1_000;
        return [
          `TURN ${turn.at} cpu ${turn.cpuMs.toFixed(0)} wall ${wallMs.toFixed(0)} collections ${during.map(({ kind, ms }) => `${kind}:${ms.toFixed(0)}`).join(' ')}`,
          ...most.map(([id, samples]) => `   ${samples} ${nameOf(id)}`),
        ];
      }),
    ];
  }
}

/** How often each node was sampled during a turn. */
function samplesIn({ samples = [], timeDeltas = [], startTime }: Profiler.Profile, turn: Turn): Map<number, number> {
  const counts = new Map<number, number>();
  let time = startTime;
  samples.forEach((id, i) => {
    time += timeDeltas[i] ?? 0;
    if (time >= turn.fromUs && time <= turn.untilUs) counts.set(id, (counts.get(id) ?? 0) + 1);
  });
  return counts;
}
