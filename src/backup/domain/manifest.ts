/** One file of a backup. */
export interface BackupFile {
  /** Relative to the folder of the backup, with `/`: `store/documents.db`, `cases/cbr_system.db`. */
  readonly path: string;
  readonly bytes: number;
  /** Hexadecimal. */
  readonly sha256: string;
}

/** Row count of a table; shows an operator what a backup contains, and whether it is complete. */
export interface TableRows {
  readonly file: string;
  readonly table: string;
  readonly rows: number;
}

/** The manifest of a backup, in `manifest.json`. It is written last: a folder without it is not a backup. */
export interface Manifest {
  readonly format: 1;
  /** Version of the program that created it. */
  readonly program: string;
  /** ISO 8601, UTC. */
  readonly created_at: string;
  readonly files: readonly BackupFile[];
  readonly tables: readonly TableRows[];
}

/** Content that was found in the folder of a backup. */
export interface Found {
  readonly files: readonly BackupFile[];
  readonly tables: readonly TableRows[];
  /** Results of `PRAGMA integrity_check` and `foreign_key_check`; empty if the databases are intact. */
  readonly damage: readonly string[];
}

const place = ({ file, table }: TableRows): string => `${file}: table ${table}`;

function fileFaults(wanted: readonly BackupFile[], found: readonly BackupFile[]): string[] {
  const byPath = new Map(found.map((file) => [file.path, file]));
  const wrong = wanted.flatMap((file) => {
    const there = byPath.get(file.path);
    if (there === undefined) return [`${file.path} is missing`];
    if (there.bytes !== file.bytes) return [`${file.path} has ${there.bytes} bytes, not ${file.bytes}`];
    return there.sha256 === file.sha256 ? [] : [`${file.path} was changed since the backup`];
  });
  const known = new Set(wanted.map((file) => file.path));
  return [
    ...wrong,
    ...found.filter((file) => !known.has(file.path)).map((file) => `${file.path} is not of this backup`),
  ];
}

function tableFaults(wanted: readonly TableRows[], found: readonly TableRows[]): string[] {
  const rows = new Map(found.map((table) => [place(table), table.rows]));
  return wanted.flatMap((table) => {
    const there = rows.get(place(table));
    return there === table.rows ? [] : [`${place(table)} has ${there ?? 'no'} rows, not ${table.rows}`];
  });
}

/** Every difference between a backup and its manifest; empty if there is none. */
export function faultsOf(manifest: Manifest, found: Found): string[] {
  return [...fileFaults(manifest.files, found.files), ...tableFaults(manifest.tables, found.tables), ...found.damage];
}
