import type Database from 'better-sqlite3';
import { Analyser } from '../../../text/tokens/analyser.js';
import { Catalogue, isRuleBook } from '../../known-item/domain/catalogue.js';
import { restoreCatalogue, saveCatalogue } from '../domain/catalogue-image.js';
import { SnapshotError, SnapshotSink, SnapshotSource, takeNumbers } from '../../domain/index-snapshot.js';
import { NgramSpace } from '../../embedding/domain/ngram-embedding.js';
import { TextMeaning } from '../../embedding/domain/static-embedding/static-embedding.js';
import { VectorSpace } from '../../embedding/domain/vector-space.js';
import { MeaningVectors } from './meaning-vectors.js';
import { Changes, FedVector, ChangeFeed } from './change-feed.js';
import { PassageSlots } from './passage-slots.js';
import { embedAll, SpaceVectors } from './passage-vectors.js';
import { FilterBitmaps } from './filter-bitmaps.js';
import { ServedModel, ServedModelReader } from './served-vectors.js';
import { VectorMatrix } from '../../../shared/infrastructure/vectors/vector-matrix.js';

/** The vectors in service: made here from the words, or by a provider. */
export type ServedVectors =
  | { readonly kind: 'space'; readonly vectors: SpaceVectors }
  | { readonly kind: 'provider'; readonly model: ServedModel; readonly matrix: VectorMatrix };

export interface InMemoryIndexHooks {
  /** Parses a fitted embedding from its bytes; undefined if they are damaged: hashed n-grams then serve. */
  readonly readSpace: (bytes: Uint8Array) => VectorSpace | undefined;
  /** Static embedding; if left out, it is not used. */
  readonly meaning?: TextMeaning | undefined;
  /** Lets waiting work run first. */
  readonly pause: () => Promise<void>;
  /** Called when other vectors came into service. */
  readonly onChange: () => void;
}

const NO_MODEL = 0;
/** The vectors of a snapshot are of another model than the store's. */
const ANOTHER_MODEL = -1;
/** Passages of a snapshot that are compared with the store: some spread over the whole, and the last ones. */
const COMPARED = { spread: 64, last: 16 };

/**
 * The in-memory index, synchronised with the store: before each search it reads what was committed since. Another
 * embedding is prepared while the present one serves, and replaces it in one step.
 */
export class InMemoryIndex {
  slots: PassageSlots;
  catalogue = new Catalogue();
  masks: FilterBitmaps;
  private served: ServedVectors;
  private meanings: MeaningVectors | undefined;
  private servedId = NO_MODEL;
  private generations = 0;
  private changing: Promise<void> | undefined;
  private torn = false;
  private taken = 0;
  /** Changes of the model in progress. */
  private unfinished = 0;
  private isResumed = false;
  private feed: ChangeFeed;
  private readonly models: ServedModelReader;

  constructor(
    private readonly reader: Database.Database,
    private readonly analyser: Analyser,
    private readonly hooks: InMemoryIndexHooks,
  ) {
    this.models = new ServedModelReader(reader);
    this.feed = new ChangeFeed(reader);
    this.slots = new PassageSlots(analyser);
    this.masks = new FilterBitmaps(reader, this.slots);
    this.served = { kind: 'space', vectors: new SpaceVectors(new NgramSpace()) };
    this.meanings = this.newMeanings();
  }

  /** Name of the model in service. */
  get model(): string {
    return this.served.kind === 'space' ? this.served.vectors.space.model : this.served.model.model;
  }

  get dimensions(): number {
    return this.matrix.dimensions;
  }

  /** The space that embeds questions here; undefined if a provider's vectors are in service. */
  get space(): VectorSpace | undefined {
    return this.served.kind === 'space' ? this.served.vectors.space : undefined;
  }

  /** Share of the corpus' words that the built-in embedding does not know because they came after its fit. */
  get newTermShare(): number {
    if (this.served.kind === 'provider') return 0;
    const { space, unknownTermShare } = this.served.vectors;
    return Math.max(0, unknownTermShare - space.unknownTermShareAtFit);
  }

  /** Increases with every change of the vectors in service. */
  get generation(): number {
    return this.generations;
  }

  /** Loads everything that `resume` did not, including the embedding; for the start. */
  async load(): Promise<void> {
    const model = this.models.current();
    if (model !== undefined && !this.isResumed) this.startServing(model);
    // Counted in the state that was read.
    this.reader.exec('BEGIN');
    try {
      this.sync();
      if (this.isResumed && this.feed.count() !== this.slots.words.size) this.rebuild();
    } finally {
      this.reader.exec('COMMIT');
    }
    await this.changing;
  }

  /**
   * Number of changes since the last snapshot: passages added and removed, and all passages for each change of the
   * vectors in service.
   */
  get changes(): number {
    return this.taken;
  }

  /** Whether the index is consistent: no other vectors are in preparation, and no read was interrupted. */
  get isSettled(): boolean {
    return this.unfinished === 0 && !this.torn;
  }

  /** Writes the present index. Call only while it is settled. */
  save(sink: SnapshotSink): void {
    const { passage, removal } = this.feed.position;
    const own = this.served.kind === 'space' ? this.served.vectors : undefined;
    sink.numbers(Float64Array.of(passage, removal));
    this.slots.save(sink);
    saveCatalogue(this.catalogue, sink);
    this.meanings?.save(sink);
    sink.texts(own === undefined ? [] : [own.space.model]);
    own?.save(sink);
  }

  /**
   * Restores a saved index; `load` then reads the changes since. Call once, before `load`.
   * @throws SnapshotError, or RangeError, if it is damaged or not of this store; discard the index then
   */
  resume(source: SnapshotSource): void {
    const [passage = 0, removal = 0] = takeNumbers(source, 2);
    this.feed.resume({ passage, removal });
    this.slots.restore(source);
    this.compareWithStore();
    restoreCatalogue(source, this.catalogue);
    this.meanings?.restore(source);
    this.resumeVectors(source);
    this.isResumed = true;
  }

  /** Reads what was committed since the last look. Cheap if there is nothing. */
  sync(): void {
    if (!this.feed.look()) return;
    const model = this.models.current();
    if ((model?.id ?? NO_MODEL) !== this.servedId) this.changeModel(model);
    this.masks.forget();
    if (this.torn) this.rebuild();
    else this.read();
    if (this.slots.mostlyRemoved) this.rebuild();
  }

  /** The vectors in service, one row per slot. */
  get matrix(): VectorMatrix {
    return this.served.kind === 'space' ? this.served.vectors.matrix : this.served.matrix;
  }

  /** The static embeddings of the passages, one row per slot; undefined without a static embedding. */
  get meaningVectors(): MeaningVectors | undefined {
    return this.meanings;
  }

  /** Waits until a change of the model in progress is done. */
  async settled(): Promise<void> {
    await this.changing;
  }

  /** The feed reports removals since; any other difference means another store, or another analysis. */
  private compareWithStore(): void {
    const { length } = this.slots;
    const spread = Array.from({ length: COMPARED.spread }, (_, i) => Math.floor((i * length) / COMPARED.spread));
    const last = Array.from({ length: Math.min(COMPARED.last, length) }, (_, i) => length - 1 - i);
    for (const slot of new Set([...spread, ...last])) {
      const stored = this.slots.words.holds(slot) ? this.feed.passage(this.slots.rowOf(slot)) : undefined;
      if (stored !== undefined && !this.slots.isOf(slot, stored))
        throw new SnapshotError('the store holds other passages');
    }
  }

  /**
   * Restores the vectors of a snapshot if they are those of the store's model; otherwise `load` makes them, or reads
   * them from the store.
   */
  private resumeVectors(source: SnapshotSource): void {
    const [name] = source.texts();
    const model = this.models.current();
    const space = model === undefined ? new NgramSpace() : model.kind === 'fitted' ? this.spaceOf(model) : undefined;
    this.servedId = ANOTHER_MODEL;
    if (space === undefined || space.model !== name) return;
    const vectors = new SpaceVectors(space);
    vectors.restore(source);
    this.served = { kind: 'space', vectors };
    this.servedId = model?.id ?? NO_MODEL;
  }

  private newMeanings(): MeaningVectors | undefined {
    const { meaning } = this.hooks;
    return meaning === undefined ? undefined : new MeaningVectors(meaning);
  }

  private read(): void {
    // A partly added document cannot be added again: after a failure everything is read again.
    this.torn = true;
    this.feed.read(this.served.kind === 'provider' ? this.served.model.id : undefined, (changes) => this.take(changes));
    this.torn = false;
  }

  /** Removals first: a new document may get the row of a removed one. */
  private take({ removed, documents, vectors }: Changes): void {
    for (const id of removed) {
      const slot = this.slots.remove(id);
      if (slot === undefined) continue;
      this.taken++;
      this.catalogue.remove(this.slots.documentOf(slot));
      if (this.served.kind === 'space') this.served.vectors.forget(this.slots.words, slot);
    }
    for (const document of documents) {
      if (isRuleBook(document)) this.catalogue.add(document);
      for (const passage of document.passages) {
        const slot = this.slots.add(passage);
        this.taken++;
        this.meanings?.put(slot, passage);
        if (this.served.kind === 'space') this.served.vectors.embed(this.slots.words, slot);
      }
    }
    for (const vector of vectors) this.putVector(vector);
  }

  private putVector({ chunk, vector }: FedVector): void {
    const slot = this.slots.slotOf(chunk);
    if (slot !== undefined) this.matrix.set(slot, vector);
  }

  /**
   * A provider's vectors are read from the store. A fitted embedding makes its own, which takes time: the previous one
   * serves until then.
   */
  private changeModel(model: ServedModel | undefined): void {
    this.servedId = model?.id ?? NO_MODEL;
    if (model?.kind === 'provider') {
      this.startServing(model);
      return;
    }
    const space = model === undefined ? new NgramSpace() : this.spaceOf(model);
    const wanted = this.servedId;
    this.unfinished++;
    this.changing = (this.changing ?? Promise.resolve())
      .then(() => this.embedInto(space, wanted))
      .finally(() => this.unfinished--);
  }

  private spaceOf(model: ServedModel): VectorSpace {
    return this.hooks.readSpace(this.models.bytes(model.id)) ?? new NgramSpace();
  }

  private async embedInto(space: VectorSpace, wanted: number): Promise<void> {
    for (;;) {
      const { words } = this.slots;
      const vectors = await embedAll(space, words, this.hooks.pause);
      // Another model may have been chosen meanwhile, or the index rebuilt.
      if (this.servedId !== wanted) return;
      if (words !== this.slots.words) continue;
      this.served = { kind: 'space', vectors };
      this.changed();
      return;
    }
  }

  private changed(): void {
    this.generations++;
    this.taken += this.slots.length;
    this.hooks.onChange();
  }

  private startServing(model: ServedModel): void {
    this.changed();
    this.servedId = model.id;
    if (model.kind === 'provider') {
      this.served = { kind: 'provider', model, matrix: new VectorMatrix(model.dimensions) };
      this.feed.rereadVectors();
    } else {
      this.served = { kind: 'space', vectors: new SpaceVectors(this.spaceOf(model)) };
    }
  }

  /** Most slots are dead, or a read failed: reads the store into a new index and drops the old one. */
  private rebuild(): void {
    this.feed = new ChangeFeed(this.reader);
    this.slots = new PassageSlots(this.analyser);
    this.catalogue = new Catalogue();
    this.masks = new FilterBitmaps(this.reader, this.slots);
    this.meanings = this.newMeanings();
    const { served } = this;
    this.served =
      served.kind === 'provider'
        ? { ...served, matrix: new VectorMatrix(served.model.dimensions) }
        : { kind: 'space', vectors: new SpaceVectors(served.vectors.space) };
    this.read();
  }
}
