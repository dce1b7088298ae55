import path from 'node:path';
import { loadSqlite } from '../../shared/infrastructure/database/sqlite-thread.js';
import { parentPort, workerData } from 'node:worker_threads';
import Database from 'better-sqlite3';
import { storeTrouble } from '../../shared/domain/store-fault.js';
import { BACKGROUND_STEPS, lowerThreadPriority } from '../../shared/infrastructure/runtime/thread-priority.js';

loadSqlite();

/**
 * Maximum number of faults that are reported for each file: a damaged file may have millions, and the first few show
 * what to do.
 */
const TOLD = 5;

interface PassageRow {
  readonly chunk_id: string;
  /** Finds the text by the row of the document: an id that is read and used in a query might not be the same bytes. */
  readonly document: number;
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Chunks that differ from the text of their document at their offset: SQLite cannot detect that. */
function otherPassages(db: Database.Database): string[] {
  const faults: string[] = [];
  const textOf = db
    .prepare<[number], string>(
      'SELECT text FROM documents WHERE document_id = (SELECT document_id FROM search_documents WHERE id = ?)',
    )
    .pluck();
  let current = { id: -1, text: '' };
  const passages = db.prepare<[], PassageRow>(
    'SELECT chunk_id, document, start, "end", text FROM search_chunks ORDER BY document',
  );
  for (const { chunk_id, document: id, start, end, text } of passages.iterate()) {
    if (current.id !== id) current = { id, text: textOf.get(id) ?? '' };
    if (current.text.slice(start, end) === text) continue;
    faults.push(`passage '${chunk_id}' is not the text of its document at its place`);
    if (faults.length === TOLD) break;
  }
  return faults;
}

function faultsOf(file: string): string[] {
  const db = new Database(file, { readonly: true, fileMustExist: true });
  try {
    const said = db.prepare<[], string>(`PRAGMA quick_check(${TOLD})`).pluck().all();
    const structure = said.filter((line) => line !== 'ok');
    if (structure.length > 0) return structure;
    const hasDocuments = db.prepare("SELECT 1 FROM sqlite_master WHERE name = 'documents'").get() !== undefined;
    return hasDocuments ? otherPassages(db) : [];
  } catch (error) {
    if (error instanceof Error && storeTrouble(error) === 'damaged') return [error.message];
    throw error;
  } finally {
    db.close();
  }
}

const files: unknown = workerData;
if (!Array.isArray(files)) throw new Error('The check of the store needs the paths of its files.');
lowerThreadPriority(BACKGROUND_STEPS);
const faults = files.flatMap((file) =>
  faultsOf(String(file)).map((fault) => `${path.basename(String(file))}: ${fault}`),
);
parentPort?.postMessage(faults);
