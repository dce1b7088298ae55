import { setTimeout as delay } from 'node:timers/promises';

/** A request that has no answer by then counts as failed. */
const PATIENCE_MS = 15_000;
const PATH = ['Chaos', 'Bells'];

/** The outcome of one request. */
interface Answer {
  /** 0 without an answer. */
  readonly status: number;
  readonly retryAfter: boolean;
  readonly body: string;
}

/** Requests of one phase by their outcome. */
export interface Tally {
  sent: number;
  /** 503 with Retry-After: the server did nothing, and the client may retry. */
  refused: number;
  /** Rejected requests by their reason. */
  readonly reasons: Map<string, number>;
  /** Every other failure, in words. */
  readonly failed: string[];
  /** Documents that were acknowledged and not found by the next search. */
  readonly unfound: string[];
  /** Milliseconds since the beginning of the phase at which the last request failed or was refused. */
  lastTroubleMs: number;
}

export function newTally(): Tally {
  return { sent: 0, refused: 0, reasons: new Map(), failed: [], unfound: [], lastTroubleMs: 0 };
}

/** fetch hides the cause of its error `fetch failed`. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
}

const textOf = (id: string) => `The bell of ${id} is rung at noon. Whoever rings ${id} writes the hour into the book.`;

/** A steady load of writes, searches for what was just written, readings and questions, each at most once. */
export class Traffic {
  /** Documents whose storing was acknowledged. */
  readonly acknowledged: string[] = [];
  private next = 0;

  constructor(private readonly url: string) {}

  /** Sends a number of requests a second for some time, and then until `isOver`. @returns their outcomes */
  async run(seconds: number, perSecond: number, isOver: () => boolean): Promise<Tally> {
    const tally = newTally();
    const startedMs = performance.now();
    const running: Promise<void>[] = [];
    for (let n = 0; n < seconds * perSecond || !isOver(); n++) {
      const early = startedMs + (n * 1000) / perSecond - performance.now();
      if (early > 1) await delay(early);
      running.push(this.one(tally, startedMs));
    }
    await Promise.all(running);
    return tally;
  }

  /** Asks with a fixed number of concurrent clients, each after its previous answer. @returns steps a second in the second half */
  async capacity(seconds: number, atOnce: number): Promise<number> {
    const tally = newTally();
    const startedMs = performance.now();
    const [halfMs, endMs] = [startedMs + seconds * 500, startedMs + seconds * 1000];
    let answered = 0;
    const lane = async () => {
      while (performance.now() < endMs) {
        await this.one(tally, startedMs);
        // The first requests are slower than later ones: programs are compiled, connections opened, lists read.
        if (performance.now() > halfMs) answered++;
      }
    };
    await Promise.all(Array.from({ length: atOnce }, lane));
    if (tally.failed.length > 0) throw new Error(`The cluster fails undisturbed: ${tally.failed[0] ?? ''}`);
    return (answered * 1000) / (performance.now() - halfMs);
  }

  /** Documents that were acknowledged and are not there, or with another text. */
  async lost(): Promise<string[]> {
    const lost: string[] = [];
    for (const id of this.acknowledged) {
      const { status, body } = await this.send('GET', `/documents/${id}`);
      if (status !== 200 || (JSON.parse(body) as { text: string }).text !== textOf(id)) lost.push(`${id} (${status})`);
    }
    return lost;
  }

  private async one(tally: Tally, startedMs: number): Promise<void> {
    const n = this.next++;
    const answers = await this.ask(n, tally);
    for (const { status, retryAfter, body } of answers) {
      tally.sent++;
      if (status >= 200 && status < 300) continue;
      tally.lastTroubleMs = performance.now() - startedMs;
      if (status === 503 && retryAfter) {
        tally.refused++;
        const reason = /urn:touchstone:problem:([a-z-]+)/u.exec(body)?.[1] ?? 'no problem';
        tally.reasons.set(reason, (tally.reasons.get(reason) ?? 0) + 1);
      } else tally.failed.push(`request ${n}: ${status} ${body.slice(0, 200)}`);
    }
  }

  private async ask(n: number, tally: Tally): Promise<readonly Answer[]> {
    const id = this.acknowledged.at(-1);
    if (n % 4 === 0) return this.writeAndFind(`w-${n}`, tally);
    if (n % 4 === 1 && id !== undefined) return [await this.send('GET', `/documents/${id}`)];
    if (n % 4 === 2) return [await this.send('POST', '/search', { query: `bell rung at noon ${n}`, top_k: 5 })];
    return [await this.send('POST', '/chat/run', { message: `When is the bell of ${id ?? 'w-0'} rung?` })];
  }

  /** A client finds its stored document at once, through every process and every server of the database. */
  private async writeAndFind(id: string, tally: Tally): Promise<readonly Answer[]> {
    const stored = await this.send('POST', '/documents', {
      document_id: id,
      title: id,
      text: textOf(id),
      canonical_path: PATH,
    });
    // The proxy retries after a process broke off that may have stored the document: it is then stored, unchanged.
    if (![200, 201].includes(stored.status)) return [stored];
    this.acknowledged.push(id);
    const found = await this.send('POST', '/search', { query: `bell of ${id}`, mode: 'bm25', top_k: 3 });
    if (found.status === 200 && !found.body.includes(`"${id}"`)) tally.unfound.push(id);
    return [stored, found];
  }

  private async send(method: string, path: string, body?: object): Promise<Answer> {
    try {
      const response = await fetch(`${this.url}${path}`, {
        method,
        signal: AbortSignal.timeout(PATIENCE_MS),
        ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
      });
      const { status, headers } = response;
      return { status, retryAfter: headers.has('retry-after'), body: await response.text() };
    } catch (error) {
      return { status: 0, retryAfter: false, body: reasonOf(error) };
    }
  }
}
