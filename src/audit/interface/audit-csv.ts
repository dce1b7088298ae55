import { CsvCell, csvText } from '../../shared/infrastructure/csv-text.js';
import { AuditEntry } from '../domain/audit-entry.js';

const COLUMNS: readonly (readonly [string, (entry: AuditEntry) => CsvCell])[] = [
  ['seq', ({ seq }) => seq],
  ['at', ({ at }) => at],
  ['caller', ({ caller }) => caller],
  ['action', ({ action }) => action],
  ['route', ({ route }) => route],
  ['question', ({ question }) => question],
  ['shown', ({ shown }) => shown.map(({ id }) => id).join(' ')],
  ['detail', ({ detail }) => detail],
  ['agent_id', ({ agentId }) => agentId],
  ['filter', ({ filter }) => filter?.join(' ') ?? null],
  ['request_id', ({ requestId }) => requestId],
  ['hash', ({ hash }) => hash],
];

/** Entries as rows of CSV (RFC 4180) below a head with the names of the columns. */
export async function* csvRows(entries: AsyncIterable<AuditEntry>): AsyncGenerator<string> {
  yield csvText([COLUMNS.map(([name]) => name)]);
  for await (const entry of entries) yield csvText([COLUMNS.map(([, read]) => read(entry))]);
}
