/** One file of a backup. */
export interface BackupFile {
  /** Relative to the folder of the backup, with `/`: `store/documents.db`, `cases/cbr_system.db`. */
  readonly path: string;
  readonly bytes: number;
  /** Hexadecimal. */
  readonly sha256: string;
}

/** How many rows a table has; tells somebody who looks what is in a backup, and whether it is all there. */
export interface TableRows {
  readonly file: string;
  readonly table: string;
  readonly rows: number;
}

/** What a backup says of itself, in `manifest.json`; written last: a folder without it is no backup. */
export interface Manifest {
  readonly format: 1;
  /** Version of the program that made it. */
  readonly program: string;
  /** ISO 8601, UTC. */
  readonly created_at: string;
  readonly files: readonly BackupFile[];
  readonly tables: readonly TableRows[];
}

/** What was found in the folder of a backup. */
export interface Found {
  readonly files: readonly BackupFile[];
  readonly tables: readonly TableRows[];
  /** What the databases say of themselves: `PRAGMA integrity_check` and `foreign_key_check`; empty when they are sound. */
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

/** Everything in which a backup is not what it says; empty when it is whole. */
export function faultsOf(manifest: Manifest, found: Found): string[] {
  return [...fileFaults(manifest.files, found.files), ...tableFaults(manifest.tables, found.tables), ...found.damage];
}
