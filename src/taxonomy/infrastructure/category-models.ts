import type Database from 'better-sqlite3';
import { Analyser } from '../../text/tokens/analyser.js';
import { allows, CategoryFilter, filterKey, visibilityScope } from '../../shared/domain/category-filter.js';
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
import { readPath } from './stored-json.js';
import { LruCache } from '../../shared/domain/lru-cache.js';

/** What is asked of the models. */
export interface ModelRequest {
  readonly text: string;
  readonly title: string;
  readonly filter: CategoryFilter;
  /** Day on which documents must be in force, `YYYY-MM-DD`. */
  readonly asOf: string;
}

/** Documents that are learned from: learning takes a time that grows with their cube, 1,500 about two seconds. */
const EXAMPLES = 1_500;
/** Characters of a text that are read. */
const READ = 20_000;
/** Worlds whose models are kept: each takes a few megabytes. */
const REMEMBERED = 4;
/** A model that was learned faster than this is learned anew before the answer; a slower one answers as it is, and is renewed behind it. */
const PATIENT_MS = 500;
/** Multiplications of learning that an answer waits for, a few seconds; more, as for thousands of categories, are done aside. */
const PATIENT_WORK = 2e9;
/** Milliseconds until learning that failed is tried once more. */
const RETRY_MS = 60_000;
/** Renewing takes at most one in so many milliseconds, whatever is written meanwhile. */
const REST = 5;

interface Model {
  /** Undefined where there was too little to learn from. */
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

/** A number that follows from an id alone (FNV-1a): which documents stand for a category depends on no other document. */
function scattered(id: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < id.length; i++) hash = Math.imul(hash ^ id.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}

/** At most `limit` documents, each category in turn, so that a small one is whole before a large one has more than it. */
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

/** Learns coefficients without holding up who calls it. */
export type LearnAside = (data: LabelledRows) => Promise<Float32Array>;

/** How models are learned. */
interface Learning {
  readonly learnAside: LearnAside;
  /** Multiplications that an answer waits for. */
  readonly patientWork: number;
}

const AT_ONCE: Learning = { learnAside: (data) => Promise.resolve(learn(data)), patientWork: PATIENT_WORK };

/** One classifier for each world of documents that callers may see, learned from the store when first asked for and after writes. */
export class CategoryModels {
  private readonly models = new LruCache<string, Model>(REMEMBERED);
  /** Models that are being learned aside, or whose learning failed a moment ago. */
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
   * Scores of the categories inside the filter, the best first; empty where nothing can be learned, undefined where learning takes so
   * long that nobody waits for it and has not ended yet.
   */
  scores({ text, title, filter, asOf }: ModelRequest): readonly LearnedScore[] | undefined {
    const model = this.modelOf(visibilityScope(filter), asOf);
    if (model === undefined) return undefined;
    const { classifier } = model;
    if (classifier === undefined) return [];
    return classifier.scores(this.featuresOf(text, title)).filter(({ path }) => allows(filter, path));
  }

  /** Learns what is missing or has become stale and may be renewed; to be called when nobody waits. Resolves when it has ended. */
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
      // What took long is never learned while somebody waits.
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

  /** The documents to learn from. */
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
      // Removed since the ids were read.
      return row === undefined ? [] : [{ path: readPath(row.current_path), ...this.featuresOf(row.text, row.title) }];
    });
  }
}
