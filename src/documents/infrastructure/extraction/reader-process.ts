import { type ChildProcess, fork } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { DomainError } from '../../../shared/domain/domain-error.js';
import { UnreadableFileError } from '../../domain/text-extractor.js';
import type { ExtractionReply, ExtractionTask, FileAnnouncement, ReaderMessage } from './extraction-task.js';
import { existsSync, realpathSync } from 'node:fs';

/**
 * What a reading process may read, as values of `--allow-fs-read`: the compiled program and its packages, and nothing of the data.
 * @param folder of the compiled module that reads
 */
function readableFolders(folder: string): string[] {
  const root = packageRoot(folder);
  const [compiled = ''] = path.relative(root, folder).split(path.sep);
  const modules = packageFolders(root);
  const folders = [path.join(root, compiled), ...modules, ...modules.map((each) => realpathSync(each))];
  return [path.join(root, 'package.json'), ...new Set(folders)].map((name) =>
    name.endsWith('.json') ? name : `${name}/*`,
  );
}

/** Where Node looks for packages: of the program itself, and those next to it where it is an installed package. */
function packageFolders(folder: string): string[] {
  const above = path.dirname(folder);
  const own = path.basename(folder) === 'node_modules' ? folder : path.join(folder, 'node_modules');
  return [...(existsSync(own) ? [own] : []), ...(above === folder ? [] : packageFolders(above))];
}

/** The nearest folder above that holds `package.json`. */
function packageRoot(folder: string): string {
  if (existsSync(path.join(folder, 'package.json'))) return folder;
  const above = path.dirname(folder);
  return above === folder ? folder : packageRoot(above);
}

/** Limits of one reading process, and its module. */
export interface ReaderSettings {
  /** Module that calls `serveFiles`. */
  readonly threadUrl: URL;
  /** Milliseconds of processor time of one file. */
  readonly cpuLimitMs: number;
  /** Milliseconds of one file on the clock. */
  readonly timeLimitMs: number;
  readonly memoryMb: number;
  readonly heapMb: number;
}

const PROGRAM = fileURLToPath(new URL('./extraction-process-worker.js', import.meta.url));

type Failure = Pick<Extract<ReaderMessage, { kind: 'failed' }>, 'cause' | 'detail'>;

/** The current file, and how to settle its reading. */
interface Reading {
  readonly onMessage: (message: ReaderMessage) => void;
  readonly onEnd: (detail: string) => void;
}

/**
 * A process that reads files one after the other. It has no secret in its environment and no right to write files, to start programs or to
 * read more than the program itself. It ends when this process ends.
 */
export class ReaderProcess {
  private readonly child: ChildProcess;
  private reading: Reading | undefined;
  private ended = false;
  private failing = false;
  private outOfMemory = false;
  private files = 0;
  /** Why the current file cannot be read; the process ends then. */
  private failure: string | undefined;

  constructor(
    private readonly settings: ReaderSettings,
    private readonly onFault: (detail: string) => void,
  ) {
    const { threadUrl, memoryMb, heapMb, cpuLimitMs } = settings;
    this.child = fork(PROGRAM, [threadUrl.href, ...[memoryMb, heapMb, cpuLimitMs].map(String)], {
      // No secret is passed on; some systems need these two variables to start a program.
      env: Object.fromEntries(
        ['PATH', 'SystemRoot'].flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
      ),
      execArgv: [
        '--permission',
        '--allow-worker',
        ...readableFolders(path.dirname(fileURLToPath(threadUrl))).map((folder) => `--allow-fs-read=${folder}`),
      ],
      serialization: 'advanced',
      stdio: ['pipe', 'ignore', 'ignore', 'ipc'],
    });
    this.child.on('message', (message: ReaderMessage) => {
      if (message.kind === 'failed') this.failing = true;
      this.reading?.onMessage(message);
    });
    this.child.on('error', (error) => this.end(error.message));
    this.child.on('exit', (code, signal) => this.end(`the process ended with ${signal ?? `code ${code ?? 0}`}`));
    // Writing to a process that has ended fails; its exit event has the reason.
    this.child.stdin?.on('error', () => undefined);
  }

  /** Whether it has read a file completely. */
  get hasRead(): boolean {
    return this.files > 0;
  }

  /** Whether it ended because of its memory. */
  get isOutOfMemory(): boolean {
    return this.outOfMemory;
  }

  /** Whether it can accept another file. */
  get isHealthy(): boolean {
    return !this.ended && !this.failing && this.failure === undefined;
  }

  /**
   * Reads a file; no other file may be in progress.
   * @throws UnreadableFileError if the file takes too long or too much memory, or crashes the process; DomainError when the signal fires
   */
  async read({ format, charset, name, bytes }: ExtractionTask, signal?: AbortSignal): Promise<ExtractionReply> {
    if (signal?.aborted === true) throw cancelled();
    const { timeLimitMs } = this.settings;
    const whole = setTimeout(() => {
      this.failure ??= `reading it took longer than ${timeLimitMs / 1000} s`;
      this.kill();
    }, timeLimitMs);
    const leave = (): void => this.kill();
    signal?.addEventListener('abort', leave, { once: true });
    try {
      return await new Promise((resolve, reject) => {
        this.reading = {
          onMessage: (message) => {
            if (message.kind === 'reply') {
              this.files += 1;
              resolve(message.reply);
            } else this.failed(message);
          },
          onEnd: (detail) => {
            if (signal?.aborted === true) {
              reject(cancelled());
              return;
            }
            if (this.failure === undefined) this.failed({ cause: 'fault', detail });
            reject(new UnreadableFileError(this.failure ?? detail));
          },
        };
        const announcement: FileAnnouncement = { format, charset, name, size: bytes.byteLength };
        this.child.send(announcement, () => undefined);
        this.child.stdin?.write(bytes);
      });
    } finally {
      this.reading = undefined;
      clearTimeout(whole);
      signal?.removeEventListener('abort', leave);
    }
  }

  /** Ends the process immediately. */
  kill(): void {
    this.child.kill('SIGKILL');
  }

  /** Stores the reason, which is reported when the process has ended. */
  private failed({ cause, detail }: Failure): void {
    if (cause === 'fault') this.onFault(detail);
    this.outOfMemory = cause === 'memory';
    this.failure ??= {
      memory: `reading it takes more memory than ${this.settings.memoryMb} MB; split it`,
      time: `reading it takes more than ${this.settings.cpuLimitMs / 1000} s of processor time; split it or simplify it`,
      fault: 'its content broke the reader',
    }[cause];
  }

  private end(detail: string): void {
    if (this.ended) return;
    this.ended = true;
    this.reading?.onEnd(detail);
  }
}

function cancelled(): DomainError {
  return new DomainError('cancelled', 'cancelled', 'The client disconnected before its file was read.');
}
