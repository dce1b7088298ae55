import { z } from 'zod';
import { Manifest } from '../domain/manifest.js';

/** A path of a manifest is joined to folders: it must stay below them. */
const safePath = z.string().regex(/^(?:store|cases)(?:\/(?!\.\.?(?:\/|$))[^/\\\0]+)+$/u);

const schema = z.strictObject({
  format: z.literal(1),
  program: z.string(),
  created_at: z.iso.datetime(),
  files: z.array(
    z.strictObject({ path: safePath, bytes: z.int().min(0), sha256: z.string().regex(/^[0-9a-f]{64}$/u) }),
  ),
  tables: z.array(z.strictObject({ file: safePath, table: z.string(), rows: z.int().min(0) })),
});

/** @returns undefined for a text that is not a manifest of a known format */
export function readManifest(text: string): Manifest | undefined {
  try {
    return schema.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}
