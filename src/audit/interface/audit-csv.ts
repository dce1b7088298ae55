import { AuditEntry } from '../domain/audit-entry.js';

type Cell = string | number | null;

const COLUMNS: readonly (readonly [string, (entry: AuditEntry) => Cell])[] = [
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

/** Signs that make a spreadsheet read a cell as a formula. */
const FORMULA = /^[=+\-@\t\r]/u;

/** A question is the text of a stranger: an apostrophe keeps a spreadsheet from running it (OWASP, CSV injection). */
function cellText(cell: Cell): string {
  if (cell === null) return '';
  const text = typeof cell === 'string' && FORMULA.test(cell) ? `'${cell}` : String(cell);
  return /[",\r\n]/u.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Entries as rows of CSV (RFC 4180) below a head with the names of the columns. */
export async function* csvRows(entries: AsyncIterable<AuditEntry>): AsyncGenerator<string> {
  yield `${COLUMNS.map(([name]) => name).join(',')}\r\n`;
  for await (const entry of entries) yield `${COLUMNS.map(([, read]) => cellText(read(entry))).join(',')}\r\n`;
}
