import { Injectable } from '@nestjs/common';
import { CategoryFilter } from '../../shared/domain/category-filter.js';
import { sql } from '../../shared/infrastructure/database/postgres/sql.js';
import { MainSqlStore } from '../../shared/infrastructure/database/sql-store.js';
import { joinParts, OriginalFile, OriginalStore, PackedOriginal, partsOf, OriginalPacker } from '../domain/original.js';
import { inCollection } from './document-row.js';
import { sha256 } from './sha256-fingerprint.js';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { categoryCondition } from '../../shared/infrastructure/database/filter-condition.js';

interface PartRow extends OriginalFile {
  readonly data: Uint8Array | null;
}

@Injectable()
export class SqlOriginalStore extends OriginalStore {
  constructor(private readonly store: MainSqlStore) {
    super();
  }

  async find(documentId: string, filter: CategoryFilter): Promise<PackedOriginal | undefined> {
    // One statement, so that file and parts come from one snapshot.
    const rows = await this.store.query<PartRow>(
      sql`SELECT o.name, o.media_type AS "mediaType", o.bytes AS "byteLength", o.sha256, p.data
          FROM document_originals o JOIN documents d ON ${inCollection(this.store.dialect, 'd.')} AND d.document_id = o.document_id
          LEFT JOIN document_original_parts p ON ${inCollection(this.store.dialect, 'p.')} AND p.document_id = o.document_id
          WHERE ${inCollection(this.store.dialect, 'o.')} AND o.document_id = ${documentId} AND ${categoryCondition(this.store.dialect, filter, 'd.path_id')} ORDER BY p.part`,
    );
    const [file] = rows;
    if (file === undefined) return undefined;
    const { name, mediaType, byteLength, sha256 } = file;
    return { name, mediaType, byteLength, sha256, packed: joinParts(rows.flatMap(({ data }) => data ?? [])) };
  }

  async kept(documentIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const rows = await this.store.query<{ documentId: string; name: string }>(
      sql`SELECT document_id AS "documentId", name FROM document_originals
          WHERE ${inCollection(this.store.dialect)} AND ${this.store.dialect.isOneOf('document_id', documentIds)}`,
    );
    return new Map(rows.map(({ documentId, name }) => [documentId, name]));
  }

  async put(documentId: string, original: PackedOriginal): Promise<void> {
    await this.remove(documentId);
    const { name, mediaType, byteLength, sha256 } = original;
    await this.store.change(sql`INSERT INTO document_originals (document_id, name, media_type, bytes, sha256)
      VALUES (${documentId}, ${name}, ${mediaType}, ${byteLength}, ${sha256})`);
    let part = 0;
    for (const data of partsOf(original))
      await this.store.change(sql`INSERT INTO document_original_parts (document_id, part, data)
        VALUES (${documentId}, ${part++}, ${data})`);
  }

  async remove(documentId: string): Promise<void> {
    await this.store.change(
      sql`DELETE FROM document_original_parts WHERE ${inCollection(this.store.dialect)} AND document_id = ${documentId}`,
    );
    await this.store.change(
      sql`DELETE FROM document_originals WHERE ${inCollection(this.store.dialect)} AND document_id = ${documentId}`,
    );
  }
}

const compress = promisify(gzip);
const decompress = promisify(gunzip);

/** Packs and hashes in separate threads: a file of 50 MB does not block other requests. */
@Injectable()
export class GzipOriginalPacker extends OriginalPacker {
  async pack(bytes: Uint8Array): Promise<Pick<PackedOriginal, 'byteLength' | 'sha256' | 'packed'>> {
    const [packed, hash] = await Promise.all([compress(bytes), sha256(bytes)]);
    return { packed, byteLength: bytes.length, sha256: hash };
  }

  async unpack({ packed, byteLength, sha256: expected, name }: PackedOriginal): Promise<Uint8Array> {
    const bytes = await decompress(packed, { maxOutputLength: Math.max(1, byteLength) });
    const found = await sha256(bytes);
    if (found !== expected)
      throw new Error(`The stored file '${name}' has the hash ${found} and not ${expected}; restore it from a backup.`);
    return bytes;
  }
}
