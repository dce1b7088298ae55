import type Database from 'better-sqlite3';
import { Analyser } from '../../text/tokens/analyser.js';
import { allows, CategoryFilter, filterKey, visibilityScope } from '../../shared/domain/category-filter.js';
import { foldPath } from '../../shared/domain/category-path.js';
import { filterCondition } from '../../shared/infrastructure/database/filter-condition.js';
import {
  CategoryClassifier,
  Example,
  LearnedScore,
  learn,
  nameExamples,
  textFeatures,
  TrainingSet,
} from '../domain/category-classifier.js';
import { LabelledRows, learningWork } from '../domain/kernel-ridge.js';
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

/** Number of training documents: the learning time grows with their cube, about two seconds for 1,500. */
const EXAMPLES = 1_500;
/** Characters of a text that are read. */
const READ = 20_000;
/** Visibility scopes whose models are kept: each takes a few megabytes. */
const REMEMBERED = 4;
/**
 * A model with a shorter learning time is learned again before the answer; a slower one answers unchanged, and is renewed after the answer.
 */
const PATIENT_MS = 500;
/** Multiplications of learning that an answer waits for, a few seconds; more, as for thousands of categories, run in the background. */
const PATIENT_WORK = 2e9;
/** Milliseconds until the next attempt after a failure of learning. */
const RETRY_MS = 60_000;
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

/** Learns coefficients without blocking its caller. */
export type LearnAside = (data: LabelledRows) => Promise<Float32Array>;

/** Parameters of learning. */
interface Learning {
  readonly learnAside: LearnAside;
  /** Multiplications that an answer waits for. */
  readonly patientWork: number;
}

const AT_ONCE: Learning = { learnAside: (data) => Promise.resolve(learn(data)), patientWork: PATIENT_WORK };

/** One classifier for each visibility scope of callers, learned from the store at the first request and after writes. */
export class CategoryModels {
  private readonly models = new LruCache<string, Model>(REMEMBERED);
  /** Models that are learned in the background, or whose learning failed recently. */
  private readonly aside = new Map<string, Promise<void>>();
  private readonly learning: Learning;

  constructor(
    private readonly reader: Database.Database,
    private readonly analyser: Analyser,
    learning: Partial<Learning> = {},
  ) {
    this.learning = { ...AT_ONCE, ...learning };
  }

  /**
   * Scores of the categories inside the filter, highest first; empty if nothing can be learned, undefined if learning takes too long to
   * wait for and has not ended yet.
   */
  scores({ text, title, filter, asOf }: ModelRequest): readonly LearnedScore[] | undefined {
    const model = this.modelOf(visibilityScope(filter), asOf);
    if (model === undefined) return undefined;
    const { classifier } = model;
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

  /** Learns models that are missing or stale and may be renewed; to be called when no request waits. Resolves when learning has ended. */
  async renew({ filter, asOf }: ModelRequest): Promise<void> {
    const world = visibilityScope(filter);
    const key = this.keyOf(world, asOf);
    const model = this.models.get(key);
    if (model?.version === this.version()) return;
    if (model !== undefined && Date.now() - model.learnedAt <= REST * model.tookMs) return;
    const rows = this.sampleOf(world, asOf);
    if (this.isPatient(rows)) {
      if (model !== undefined) this.learn(key, rows);
      return;
    }
    const running = this.aside.get(key) ?? this.learnAside(key, rows);
    this.aside.set(key, running);
    await running;
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

  private modelOf(world: CategoryFilter, asOf: string): Model | undefined {
    const key = this.keyOf(world, asOf);
    const known = this.models.get(key);
    const serves = known !== undefined && (known.version === this.version() || known.tookMs > PATIENT_MS);
    if (!serves) {
      const rows = this.sampleOf(world, asOf);
      return this.isPatient(rows) ? this.learn(key, rows) : known;
    }
    return known;
  }

  private isPatient(rows: readonly DocumentRow[]): boolean {
    const classes = new Set(rows.map((row) => row.path_id)).size;
    // One more example for the name of each category.
    return learningWork(rows.length + classes, classes) <= this.learning.patientWork;
  }

  private learn(key: string, rows: readonly DocumentRow[]): Model {
    const started = Date.now();
    const version = this.version();
    const set = this.trainingSet(rows);
    const classifier = set.paths.length < 2 ? undefined : new CategoryClassifier(set, learn(set.data));
    return this.remember(key, { classifier, version, learnedAt: Date.now(), tookMs: Date.now() - started });
  }

  private async learnAside(key: string, rows: readonly DocumentRow[]): Promise<void> {
    const started = Date.now();
    const version = this.version();
    try {
      const set = this.trainingSet(rows);
      const classifier = new CategoryClassifier(set, await this.learning.learnAside(set.data));
      // A slow model is never learned while a request waits.
      const tookMs = Math.max(Date.now() - started, PATIENT_MS + 1);
      this.remember(key, { classifier, version, learnedAt: Date.now(), tookMs });
      this.aside.delete(key);
    } catch (error) {
      setTimeout(() => this.aside.delete(key), RETRY_MS).unref();
      throw error;
    }
  }

  private remember(key: string, model: Model): Model {
    this.models.set(key, model);
    return model;
  }

  private trainingSet(rows: readonly DocumentRow[]): TrainingSet {
    const examples = this.examples(rows);
    const names = nameExamples(
      examples.map(({ path }) => path),
      (name) => this.analyser.termsOf(name),
    );
    return new TrainingSet([...examples, ...names]);
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
