import { DomainError, TryLaterError } from '../../../shared/domain/domain-error.js';

/** How the callers share the reading processes. */
export interface TurnRules {
  /** Files that are read at the same time. */
  readonly processes: number;
  /** Files that wait, of all callers. */
  readonly waiting: number;
  /** Files that wait, of one caller. */
  readonly waitingOfCaller: number;
  /** Milliseconds that a file waits; longer than `shareMs`, so that the first in the queue gets a turn. */
  readonly longestWaitMs: number;
  /** Milliseconds that a file is read while other callers wait. */
  readonly shareMs: number;
}

/** Why a turn must end before its file is read: the file waits again, or it is refused. */
export type TurnEnd = 'wait-again' | 'share-used';

/** The right to use one reading process. */
export interface Turn {
  /** Fires when the turn must end before the file is read. */
  readonly signal: AbortSignal;
  /** Why it fired; undefined if it did not fire. */
  ending(): TurnEnd | undefined;
  /** Gives the process to the next file. Call it once the process is free. */
  end(): void;
}

interface Running {
  readonly caller: string;
  readonly control: AbortController;
  readonly sinceMs: number;
  ending: TurnEnd | undefined;
}

interface Waiting {
  readonly caller: string;
  readonly begin: (turn: Turn) => void;
  readonly refuse: (error: DomainError) => void;
}

const RETRY_AFTER_S = 10;
/** Number of callers whose last turn is stored; a caller that is no longer stored counts as one without a turn. */
const REMEMBERED_CALLERS = 1_000;

/**
 * Gives turns by caller. A free process goes to the caller with the fewest processes, then to the one with the oldest last turn, so a
 * caller that was refused and retries is first. While a caller without a process waits, a second process of another caller is taken back,
 * and a file that has used its share is ended. The first in the queue waits at most `shareMs`.
 */
export class ReadingTurns {
  private waiting: Waiting[] = [];
  private readonly running = new Set<Running>();
  /** Callers in the order of their last turns. */
  private readonly served = new Set<string>();
  private shareTimer: NodeJS.Timeout | undefined;
  private closed = false;

  constructor(
    private readonly rules: TurnRules,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /**
   * Waits for a turn.
   * @param isAgain whether the file had a turn that was taken back: it goes before all other files of its caller
   * @throws TryLaterError (503) when too many files wait or this one waited too long; DomainError when the signal fires or after `close`
   */
  async take(
    caller: string,
    { signal, isAgain = false }: { signal?: AbortSignal; isAgain?: boolean } = {},
  ): Promise<Turn> {
    if (this.closed) throw shuttingDown();
    if (signal?.aborted === true) throw cancelled();
    if (!isAgain) this.makeRoom(caller);
    let timer: NodeJS.Timeout | undefined;
    let leave: (() => void) | undefined;
    try {
      return await new Promise<Turn>((begin, refuse) => {
        const file: Waiting = { caller, begin, refuse };
        leave = () => this.refuse(file, cancelled());
        signal?.addEventListener('abort', leave, { once: true });
        const { longestWaitMs } = this.rules;
        timer = setTimeout(
          () => this.refuse(file, tooMany(`The file waited ${longestWaitMs / 1000} s for other files to be read`)),
          longestWaitMs,
        );
        if (isAgain) this.waiting.unshift(file);
        else this.waiting.push(file);
        this.assign();
      });
    } finally {
      clearTimeout(timer);
      if (leave !== undefined) signal?.removeEventListener('abort', leave);
    }
  }

  /** Refuses all waiting and all later files. */
  close(): void {
    this.closed = true;
    for (const file of [...this.waiting]) this.refuse(file, shuttingDown());
  }

  /** @throws TryLaterError when the caller, or all callers together, have too many files waiting */
  private makeRoom(caller: string): void {
    const { waiting, waitingOfCaller } = this.rules;
    const own = this.waitingOf(caller);
    if (own >= waitingOfCaller) throw tooMany(`${own} files of this caller wait to be read`);
    if (this.waiting.length < waiting) return;
    // The last file of the caller with the most files is refused, so that a few callers cannot fill the queue.
    const counts = Map.groupBy(this.waiting, (file) => file.caller);
    const most = [...counts.values()].reduce((a, b) => (b.length > a.length ? b : a));
    const last = most.at(-1);
    if (last === undefined || most.length <= own + 1) throw tooMany(`${this.waiting.length} files wait to be read`);
    this.refuse(last, tooMany(`${most.length} files of this caller wait to be read`));
  }

  private refuse(file: Waiting, error: DomainError): void {
    this.waiting = this.waiting.filter((other) => other !== file);
    file.refuse(error);
    this.watchShares();
  }

  private assign(): void {
    while (this.running.size < this.rules.processes) {
      const next = this.next();
      if (next === undefined) break;
      this.begin(next);
    }
    this.watchShares();
  }

  private next(): Waiting | undefined {
    const order = [...this.served];
    const rank = ({ caller }: Waiting) => [this.runningOf(caller).length, order.indexOf(caller)] as const;
    return this.waiting
      .map((file) => ({ file, rank: rank(file) }))
      .sort((a, b) => a.rank[0] - b.rank[0] || a.rank[1] - b.rank[1])[0]?.file;
  }

  private begin(file: Waiting): void {
    const { caller } = file;
    this.waiting = this.waiting.filter((other) => other !== file);
    this.served.delete(caller);
    this.served.add(caller);
    const [longestAgo] = this.served;
    if (this.served.size > REMEMBERED_CALLERS && longestAgo !== undefined) this.served.delete(longestAgo);
    const running: Running = { caller, control: new AbortController(), sinceMs: this.now(), ending: undefined };
    this.running.add(running);
    file.begin({
      signal: running.control.signal,
      ending: () => running.ending,
      end: () => {
        if (this.running.delete(running)) this.assign();
      },
    });
  }

  /** Ends a turn if a caller without a process waits; otherwise checks again when the oldest file has used its share. */
  private watchShares(): void {
    clearTimeout(this.shareTimer);
    const running = [...this.running];
    const isOwed = this.waiting.some(({ caller }) => this.runningOf(caller).length === 0);
    // One turn at a time: the end of each calls this method again.
    if (!isOwed || running.some(({ ending }) => ending !== undefined)) return;
    const second = running.findLast(({ caller }) => this.runningOf(caller).length > 1);
    const [oldest] = running;
    if (second !== undefined) this.endTurn(second, 'wait-again');
    else if (oldest !== undefined) {
      const leftMs = oldest.sinceMs + this.rules.shareMs - this.now();
      if (leftMs <= 0) this.endTurn(oldest, 'share-used');
      else this.shareTimer = setTimeout(() => this.watchShares(), Math.ceil(leftMs)).unref();
    }
  }

  private endTurn(file: Running, ending: TurnEnd): void {
    file.ending = ending;
    file.control.abort();
  }

  private waitingOf(caller: string): number {
    return this.waiting.filter((file) => file.caller === caller).length;
  }

  private runningOf(caller: string): Running[] {
    return [...this.running].filter((file) => file.caller === caller);
  }
}

function tooMany(what: string): TryLaterError {
  return new TryLaterError('files-waiting', `${what}; wait ${RETRY_AFTER_S} seconds and send it again.`, RETRY_AFTER_S);
}

function cancelled(): DomainError {
  return new DomainError('cancelled', 'cancelled', 'The client disconnected before its file was read.');
}

function shuttingDown(): DomainError {
  return new DomainError('not-ready', 'shutting-down', 'The server is shutting down and reads no more files.');
}
