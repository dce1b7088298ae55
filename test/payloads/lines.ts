import type { Passage } from './passage.js';
import { faultOf } from './faults.js';
import { bodyFields, type BodyField, withTexts } from './target.js';

/** An import tells of at most so many bad lines. */
const LINES = 100;

const DOCUMENT = {
  document_id: 'line',
  title: 'A line',
  text: 'The reading room opens at nine.',
  content_type: 'text/plain',
  canonical_path: ['Kept', 'Lines'],
  source_url: 'https://example.org/line',
  date: '2026-02-10',
  version: '2026',
  effective_from: '2026-03-01',
  effective_to: '2027-02-28',
  metadata: { owner: 'library' },
};
const CASE = {
  case_id: 'line',
  query: 'When does the reading room open?',
  content: 'At nine.',
  category_path: ['Kept', 'Lines'],
  metadata: { owner: 'library' },
  created_at: '2026-02-10T00:00:00.000Z',
  updated_at: '2026-02-10T00:00:00.000Z',
};

interface Told {
  readonly errors: readonly { readonly line: number }[];
}

/** The body of one line: each text in one field, and fields that take any text filled together. */
interface Line {
  readonly fields: readonly BodyField[];
  readonly texts: ReadonlyMap<BodyField, string>;
}

const REFUSES = /path|content_type|date|effective|_at$|source_url/;

function firstLines(fields: readonly BodyField[], texts: readonly string[]): Line[] {
  const isStrict = ({ pointer }: BodyField) => REFUSES.test(pointer);
  const groups = [fields.filter((field) => !isStrict(field)), ...fields.filter(isStrict).map((field) => [field])];
  return groups.flatMap((group) => {
    const stride = Math.max(1, Math.floor(texts.length / group.length));
    return texts.map((_, i) => ({
      fields: group,
      texts: new Map(group.map((field, j) => [field, texts[(i + j * stride) % texts.length] ?? ''])),
    }));
  });
}

/** Each text in each field of a line of either import; a line fails alone, and then each of its texts is sent separately. */
export async function passLines(texts: readonly string[], passage: Omit<Passage, 'passed'>): Promise<void> {
  for (const [url, record] of [
    ['/documents/bulk', DOCUMENT],
    ['/cbr/import', CASE],
  ] as const) {
    let open = firstLines(bodyFields(record), texts);
    while (open.length > 0) {
      const lines = open.splice(0, LINES);
      const bodies = lines.map(({ fields, texts }) => JSON.stringify(withTexts(record, fields, texts)));
      const from = performance.now();
      const answer = await passage.send({
        method: 'POST',
        url,
        headers: { 'content-type': 'application/x-ndjson' },
        payload: bodies.join('\n'),
      });
      const held = lines.flatMap((line) => [...line.texts.values()]);
      const fault = faultOf(answer, { texts: held, tookMs: (performance.now() - from) / LINES, page: passage.page });
      if (fault !== undefined || answer.statusCode !== 200)
        passage.fault(`${url} ${fault ?? `status ${answer.statusCode}`}: lines of ${JSON.stringify(held.slice(0, 3))}`);
      const { errors } = answer.json<Told>();
      const failed = errors.flatMap(({ line }) => lines[line - 1] ?? []);
      open = [...open, ...failed.filter(({ fields }) => fields.length > 1).flatMap(eachAlone)];
    }
  }
}

function eachAlone({ fields, texts }: Line): Line[] {
  return fields.map((field) => ({ fields: [field], texts: new Map([[field, texts.get(field) ?? '']]) }));
}
