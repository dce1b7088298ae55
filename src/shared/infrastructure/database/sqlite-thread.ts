import { getEnvironmentData, setEnvironmentData, Worker, type WorkerOptions } from 'node:worker_threads';
import Database from 'better-sqlite3';

const FLAG = 'touchstone-sqlite-loaded';
const LOADED = 1;
/** A thread that has not loaded SQLite by then hangs; it is terminated anyway. */
const LOADING_LIMIT_MS = 5_000;

/** Creates the flag that the next thread inherits. Environment data is copied when a thread is created; shared memory stays shared. */
function nextFlag(): Int32Array {
  const memory = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
  setEnvironmentData(FLAG, memory);
  return new Int32Array(memory);
}

/**
 * A thread that uses SQLite. Node aborts the whole process (`FATAL ERROR: Error::New napi_get_last_error_info`) when a thread is terminated
 * while it loads the native module, so termination waits until the module is loaded. Its file calls {@link loadSqlite} first.
 */
export class SqliteThread extends Worker {
  private static readonly loading = new Set<SqliteThread>();
  private readonly loaded: Promise<unknown>;

  constructor(url: URL, options: WorkerOptions = {}, flag = nextFlag()) {
    super(url, options);
    const { value } = Atomics.waitAsync(flag, 0, 0, LOADING_LIMIT_MS);
    const ended = new Promise((resolve) => this.once('exit', resolve));
    SqliteThread.loading.add(this);
    this.loaded = Promise.race([value, ended]).finally(() => SqliteThread.loading.delete(this));
  }

  /** Resolves when no thread of this process loads SQLite: await it before `process.exit`, which ends all threads. */
  static async whenNoneLoads(): Promise<void> {
    await Promise.all([...SqliteThread.loading].map((thread) => thread.loaded));
  }

  override async terminate(): Promise<number> {
    await this.loaded;
    return super.terminate();
  }
}

/** Loads SQLite and reports it; the first thing that the file of a {@link SqliteThread} does. */
export function loadSqlite(): void {
  new Database(':memory:').close();
  const memory = getEnvironmentData(FLAG);
  if (!(memory instanceof SharedArrayBuffer)) return;
  const flag = new Int32Array(memory);
  Atomics.store(flag, 0, LOADED);
  Atomics.notify(flag, 0);
}

/**
 * Converts the failure of a worker thread to an Error. Errors of SQLite arrive from other threads as plain objects with their code but
 * without their message.
 */
export function threadError(thrown: unknown, thread: string): Error {
  if (thrown instanceof Error) return thrown;
  const code = typeof thrown === 'object' && thrown !== null && 'code' in thrown ? thrown.code : thrown;
  return Object.assign(new Error(`The ${thread} thread failed: ${String(code)}`), { code: String(code) });
}
