import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Injectable } from '@nestjs/common';
import { load } from 'js-yaml';
import { isCategoryPath } from '../../shared/domain/category-path.js';
import { SampleCorpus, SampleState } from '../application/load-samples.js';
import { DocumentDraft } from '../domain/document.js';
import { projectRoot } from '../../shared/infrastructure/configuration-folders.js';
import { sql } from '../../shared/infrastructure/database/postgres/sql.js';
import { MainSqlStore } from '../../shared/infrastructure/database/sql-store.js';

interface SampleFile {
  readonly header: Readonly<Record<string, unknown>>;
  readonly body: string;
  readonly path: readonly string[];
}

/** A sample file: YAML between two lines of dashes, then the text. */
function readSample(file: string): SampleFile {
  const match = /^---\n(.*?)\n---\n(.*)$/su.exec(readFileSync(file, 'utf8'));
  const header: unknown = load(match?.[1] ?? '');
  if (match === null || typeof header !== 'object' || header === null)
    throw new Error(`The sample ${path.basename(file)} has no header.`);
  const fields: Record<string, unknown> = Object.fromEntries(Object.entries(header));
  const labels = fields['path'];
  if (!isCategoryPath(labels)) throw new Error(`The sample ${path.basename(file)} has no category path.`);
  return { header: fields, body: (match[2] ?? '').trim(), path: labels };
}

/** YAML parses `2026-03-01` as a date; the contract writes days as text. */
function day(value: unknown): string | null {
  if (value instanceof Date) return value.toISOString().slice(0, 10);
  return typeof value === 'string' ? value : null;
}

function slug(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}

function regulation(file: string): DocumentDraft {
  const { header, body, path: labels } = readSample(file);
  const edition = path.basename(file, '.md');
  return {
    documentId: `haeon/${edition}`,
    title: String(header['title']),
    text: body,
    contentType: 'text/plain',
    canonicalPath: labels,
    sourceUrl: null,
    date: day(header['date']),
    version: edition.split('@')[1] ?? null,
    effectiveFrom: day(header['effective_from']),
    effectiveTo: day(header['effective_to']),
    metadata: { regulation_code: String(header['code']), sample: 'haeon-rulebook' },
  };
}

/** Categories of the entries whose subject differs from the chapter's, by title. */
function otherPaths({ header }: SampleFile): ReadonlyMap<string, readonly string[]> {
  const given: unknown = header['other_paths'] ?? {};
  const paths = new Map<string, readonly string[]>();
  for (const [title, labels] of Object.entries(typeof given === 'object' && given !== null ? given : {})) {
    if (!isCategoryPath(labels)) throw new Error(`The sample entry ${title} has no category path.`);
    paths.set(title, labels);
  }
  return paths;
}

/** A chapter contains several entries; each is a separate document, in the category of its subject. */
function entries(file: string, area: string): DocumentDraft[] {
  const sample = readSample(file);
  const { header, body, path: labels } = sample;
  const others = otherPaths(sample);
  const chapter = path.basename(file, '.md');
  return body.split(/^(?=## )/mu).map((entry) => {
    const title = (/^## (.+)$/mu.exec(entry)?.[1] ?? '').trim();
    return {
      documentId: `handbook/${area}/${chapter}/${slug(title)}`,
      title,
      text: entry.replace(/^## .+\n+/u, '').trim(),
      contentType: 'text/markdown',
      canonicalPath: others.get(title) ?? labels,
      sourceUrl: null,
      date: day(header['date']),
      version: typeof header['version'] === 'string' ? header['version'] : null,
      effectiveFrom: null,
      effectiveTo: null,
      metadata: { chapter: String(header['chapter']), sample: 'talvera-handbook' },
    };
  });
}

/** The rule book of a fictional university in two editions, and the technical handbook of a fictional company. */
@Injectable()
export class FileSampleCorpus extends SampleCorpus {
  private readonly folder = path.join(projectRoot(), 'data', 'samples');

  documents(): Promise<readonly DocumentDraft[]> {
    const rules = this.files('rulebook').map(regulation);
    const areas = readdirSync(path.join(this.folder, 'handbook')).sort();
    const handbook = areas.flatMap((area) => this.files('handbook', area).flatMap((file) => entries(file, area)));
    return Promise.resolve([...rules, ...handbook]);
  }

  private files(...folder: string[]): string[] {
    const within = path.join(this.folder, ...folder);
    return readdirSync(within)
      .filter((name) => name.endsWith('.md'))
      .sort()
      .map((name) => path.join(within, name));
  }
}

/** Shared by all replicas, so that only one of them loads the samples. */
@Injectable()
export class SqlSampleState extends SampleState {
  constructor(private readonly store: MainSqlStore) {
    super();
  }

  async read(): Promise<'none' | 'started' | 'done'> {
    const row = await this.store.one<{ value: string }>(sql`SELECT value FROM store_settings WHERE key = 'samples'`);
    return row?.value === 'started' || row?.value === 'done' ? row.value : 'none';
  }

  async write(state: 'started' | 'done'): Promise<void> {
    await this.store.change(
      sql`INSERT INTO store_settings (key, value) VALUES ('samples', ${state})
          ON CONFLICT (key) DO UPDATE SET value = excluded.value`,
    );
  }
}
