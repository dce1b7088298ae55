import type Database from 'better-sqlite3';
import { Analyser } from '../../text/tokens/analyser.js';
import { allows, CategoryFilter, filterKey, visibilityScope } from '../../shared/domain/category-filter.js';
import { foldPath } from '../../shared/domain/category-path.js';
import { filterCondition } from '../../shared/infrastructure/database/filter-condition.js';
import {
  CategoryClassifier,
  Example,
  LearnedScore,
  nameExamples,
  textFeatures,
} from '../domain/category-classifier.js';
import { LruCache } from '../../shared/domain/lru-cache.js';
import { readPath } from './version-row.js';

/** A request to the models. */
export interface ModelRequest {
  readonly text: string;
  readonly title: string;
  readonly filter: CategoryFilter;
  /** Day on which documents must be in force, `YYYY-MM-DD`. */
  readonly asOf: string;
}

/** Number of training documents: about a second of reading. */
const EXAMPLES = 1_500;
/** Characters of a text that are read. */
const READ = 20_000;
/** Visibility scopes whose models are kept: each takes a few megabytes. */
const REMEMBERED = 4;
/**
 * A model with a shorter learning time is learned again before the answer; a slower one answers unchanged, and is renewed after the answer.
 */
const PATIENT_MS = 500;
/** Renewing takes at most one millisecond in this many, whatever is written in the meantime. */
const REST = 5;

interface Model {
  /** Undefined with too little data to learn from. */
  readonly classifier: CategoryClassifier | undefined;
  /** State of the store that it was learned from. */
  readonly version: unknown;
  readonly learnedAt: number;
  readonly tookMs: number;
}

interface DocumentRow {
  readonly id: number;
  readonly document_id: string;
  readonly path_id: number;
}

/** A hash of an id alone (FNV-1a): which documents represent a category depends on no other document. */
function scattered(id: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < id.length; i++) hash = Math.imul(hash ^ id.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}

/** Up to `limit` documents, each category in turn, so that a small one is complete before a large one gets more than it. */
function sample(rows: readonly DocumentRow[], limit: number): readonly DocumentRow[] {
  if (rows.length <= limit) return rows;
  const taken = new Map<number, number>();
  return rows
    .map((row) => ({ row, hash: scattered(row.document_id) }))
    .sort((a, b) => a.hash - b.hash || a.row.id - b.row.id)
    .map(({ row, hash }) => {
      const turn = taken.get(row.path_id) ?? 0;
      taken.set(row.path_id, turn + 1);
      return { row, hash, turn };
    })
    .sort((a, b) => a.turn - b.turn || a.hash - b.hash || a.row.id - b.row.id)
    .slice(0, limit)
    .map(({ row }) => row)
    .sort((a, b) => a.id - b.id);
}

/** One classifier for each visibility scope of callers, learned from the store at the first request and after writes. */
export class CategoryModels {
  private readonly models = new LruCache<string, Model>(REMEMBERED);

  constructor(
    private readonly reader: Database.Database,
    private readonly analyser: Analyser,
  ) {}

  /** Scores of the categories inside the filter, highest first; empty if nothing can be learned. */
  scores({ text, title, filter, asOf }: ModelRequest): readonly LearnedScore[] {
    const { classifier } = this.modelOf(visibilityScope(filter), asOf);
    if (classifier === undefined) return [];
    const isVisible = this.visiblePaths(filter);
    return classifier
      .scores(this.featuresOf(text, title))
      .filter(({ path }) => allows(filter, path) && isVisible(path));
  }

  /**
   * A model of a scope wider than the filter may have learned a category from documents of other groups alone: its name must not be
   * returned.
   */
  private visiblePaths(filter: CategoryFilter): (path: readonly string[]) => boolean {
    if (filter.kind === 'unrestricted' || filter.groups === null || filter.world !== undefined) return () => true;
    const condition = filterCondition(filter, 'c.id');
    const paths = this.reader
      .prepare<unknown[], string>(
        `SELECT c.current_path FROM category_paths c WHERE ${condition.sql}
           AND EXISTS (SELECT 1 FROM documents d WHERE d.path_id = c.id)`,
      )
      .pluck()
      .all(...condition.params);
    const visible = new Set(paths.map((path) => foldPath(readPath(path))));
    return (path) => visible.has(foldPath(path));
  }

  /** Learns a stale model that may be renewed; to be called when no request waits. */
  renew({ filter, asOf }: ModelRequest): void {
    const world = visibilityScope(filter);
    const model = this.models.get(this.keyOf(world, asOf));
    if (model === undefined || model.version === this.version()) return;
    if (Date.now() - model.learnedAt > REST * model.tookMs) this.learn(world, asOf);
  }

  private featuresOf(text: string, title: string) {
    return textFeatures(this.analyser.termsOf(text.slice(0, READ)), this.analyser.termsOf(title));
  }

  private keyOf(world: CategoryFilter, asOf: string): string {
    return `${asOf} ${filterKey(world)}`;
  }

  /** Changes with every commit of another connection. */
  private version(): unknown {
    return this.reader.pragma('data_version', { simple: true });
  }

  private modelOf(world: CategoryFilter, asOf: string): Model {
    const known = this.models.get(this.keyOf(world, asOf));
    const serves = known !== undefined && (known.version === this.version() || known.tookMs > PATIENT_MS);
    return serves ? known : this.learn(world, asOf);
  }

  private learn(world: CategoryFilter, asOf: string): Model {
    const started = Date.now();
    const version = this.version();
    const examples = this.examples(this.sampleOf(world, asOf));
    const paths = examples.map(({ path }) => path);
    const names = nameExamples(paths, (name) => this.analyser.termsOf(name));
    const classifier = names.length < 2 ? undefined : new CategoryClassifier([...examples, ...names]);
    const model = { classifier, version, learnedAt: Date.now(), tookMs: Date.now() - started };
    this.models.set(this.keyOf(world, asOf), model);
    return model;
  }

  /** The training documents. */
  private sampleOf(world: CategoryFilter, asOf: string): readonly DocumentRow[] {
    const condition = filterCondition(world, 'path_id');
    const rows = this.reader
      .prepare<unknown[], DocumentRow>(
        `SELECT id, document_id, path_id FROM documents WHERE ${condition.sql} AND coalesce(effective_from, '') <= ?
          AND coalesce(effective_to, '9999-12-31') >= ? ORDER BY id`,
      )
      .all(...condition.params, asOf, asOf);
    return sample(rows, EXAMPLES);
  }

  private examples(rows: readonly DocumentRow[]): Example[] {
    const content = this.reader.prepare<[number, number], { title: string; text: string; current_path: string }>(
      `SELECT d.title, substr(d.text, 1, ?) AS text, c.current_path FROM documents d JOIN category_paths c ON c.id = d.path_id WHERE d.id = ?`,
    );
    return rows.flatMap(({ id }): Example[] => {
      const row = content.get(READ, id);
      // Removed after the ids were read.
      return row === undefined ? [] : [{ path: readPath(row.current_path), ...this.featuresOf(row.text, row.title) }];
    });
  }
}
