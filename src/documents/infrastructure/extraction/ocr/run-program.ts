import { spawn } from 'node:child_process';
import { DomainError } from '../../../../shared/domain/domain-error.js';

/** Limits of one run of a program. */
export interface ProgramLimits {
  readonly timeMs: number;
  /** Address space in KiB. */
  readonly memoryKb: number;
  /** Bytes that it may write. */
  readonly outputBytes: number;
}

/** Output of a program, and how it ended. */
export interface ProgramResult {
  readonly output: Buffer;
  /** The last lines of its error output. */
  readonly messages: string;
  readonly code: number | undefined;
  /** Set if it was killed: it took too long or wrote too much. */
  readonly ended?: 'time' | 'output';
}

/** The limits apply to the program itself: the shell is replaced by it (exec). */
const LIMITED = 'ulimit -v "$1"; shift; exec "$@"';
const MAX_MESSAGES = 2_000;
/** Exit code of a shell that does not find the program. */
const NOT_FOUND = 127;

/**
 * Runs a program with its input, without any secret of this process in its environment.
 * @returns undefined if it is not installed @throws DomainError (cancelled) when the signal fires
 */
export async function runProgram(
  command: readonly string[],
  input: Uint8Array,
  limits: ProgramLimits,
  signal?: AbortSignal,
): Promise<ProgramResult | undefined> {
  const refuseCancelled = (): void => {
    if (signal?.aborted === true) throw cancelled();
  };
  refuseCancelled();
  const child = spawn('/bin/sh', ['-c', LIMITED, 'sh', String(limits.memoryKb), ...command], {
    // More than one thread makes a page slower when several pages are read at once.
    env: { PATH: process.env['PATH'] ?? '/usr/bin:/bin', OMP_THREAD_LIMIT: '1', LC_ALL: 'C.UTF-8' },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const parts: Buffer[] = [];
  let size = 0;
  let messages = '';
  let ended: ProgramResult['ended'];
  const end = (reason: 'time' | 'output'): void => {
    ended ??= reason;
    child.kill('SIGKILL');
  };
  const timer = setTimeout(() => end('time'), limits.timeMs);
  const leave = (): void => void child.kill('SIGKILL');
  signal?.addEventListener('abort', leave, { once: true });
  child.stdout.on('data', (part: Buffer) => {
    size += part.length;
    if (size > limits.outputBytes) end('output');
    else parts.push(part);
  });
  child.stderr.on('data', (part: Buffer) => {
    messages = (messages + part.toString('utf8')).slice(-MAX_MESSAGES);
  });
  // A program that ends early closes its input.
  child.stdin.on('error', () => undefined);
  child.stdin.end(input);
  try {
    const code = await new Promise<number | undefined>((resolve) => {
      child.on('error', () => resolve(NOT_FOUND));
      child.on('close', (exit) => resolve(exit ?? undefined));
    });
    refuseCancelled();
    if (code === NOT_FOUND) return undefined;
    return { output: Buffer.concat(parts), messages, code, ...(ended === undefined ? {} : { ended }) };
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', leave);
  }
}

function cancelled(): DomainError {
  return new DomainError('cancelled', 'cancelled', 'The client disconnected before its file was read.');
}
