import type Database from 'better-sqlite3';
import { Analyser } from '../../../text/tokens/analyser.js';
import { Catalogue } from '../../known-item/domain/catalogue.js';
import { restoreCatalogue, saveCatalogue } from '../domain/catalogue-image.js';
import { isRuleBook } from '../../known-item/domain/is-rule-book.js';
import { SnapshotError, SnapshotSink, SnapshotSource, takeNumbers } from '../../domain/index-snapshot-file.js';
import { NgramSpace } from '../../embedding/domain/ngram-embedding.js';
import { TextMeaning } from '../../embedding/domain/static-embedding/text-meaning.js';
import { VectorSpace } from '../../embedding/domain/vector-space.js';
import { MeaningVectors } from './meaning-vectors.js';
import { Changes, FedVector, ChangeFeed } from './change-feed.js';
import { PassageSlots } from './passage-slots.js';
import { embedAll, SpaceVectors } from './passage-vectors.js';
import { FilterBitmaps } from './filter-bitmaps.js';
import { ServedModel, ServedModelReader } from './served-vectors.js';
import { VectorMatrix } from '../../../shared/infrastructure/vectors/vector-matrix.js';

/** Which vectors are in service: made here from the words, or given by a provider. */
export type ServedVectors =
  | { readonly kind: 'space'; readonly vectors: SpaceVectors }
  | { readonly kind: 'provider'; readonly model: ServedModel; readonly matrix: VectorMatrix };

export interface InMemoryIndexHooks {
  /** How a fitted embedding is read from its bytes; undefined when they are damaged: hashed n-grams serve in its place. */
  readonly readSpace: (bytes: Uint8Array) => VectorSpace | undefined;
  /** Embeds texts by what they mean; left out where passages are found without it. */
  readonly meaning?: TextMeaning | undefined;
  /** Lets waiting work go first. */
  readonly pause: () => Promise<void>;
  /** Other vectors came into service. */
  readonly onChange: () => void;
}

const NO_MODEL = 0;
/** The vectors of an image are not those that the store asks for. */
const ANOTHER_MODEL = -1;
/** Passages of an image that are compared with the store: so many over the whole, and so many of the last ones. */
const COMPARED = { spread: 64, last: 16 };

/**
 * The index in memory, kept level with the store: before each search it takes what was committed since. Another embedding is made
 * ready beside the one in service and takes its place in one step.
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
  /** Changes of the model that are under way. */
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

  /** The space that embeds questions here; undefined when a provider's vectors are in service. */
  get space(): VectorSpace | undefined {
    return this.served.kind === 'space' ? this.served.vectors.space : undefined;
  }

  /** Words of the corpus that the built-in embedding has come not to know since it was fitted, as a share of all. */
  get newTermShare(): number {
    if (this.served.kind === 'provider') return 0;
    const { space, unknownTermShare } = this.served.vectors;
    return Math.max(0, unknownTermShare - space.unknownTermShareAtFit);
  }

  /** Grows with every change of the vectors in service. */
  get generation(): number {
    return this.generations;
  }

  /** Loads everything, the embedding included, that `resume` did not; for the start. */
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

  /** Passages that came and went, and all of them for each time that other vectors came into service: what is not in an image yet. */
  get changes(): number {
    return this.taken;
  }

  /** Whether the index is level with itself: no other vectors are being made ready, and no reading broke off. */
  get isSettled(): boolean {
    return this.unfinished === 0 && !this.torn;
  }

  /** Writes the index as it is. To be called only while it is settled. */
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
   * Puts an index in place that was saved before; `load` then takes what happened since. To be called once, before that.
   * @throws SnapshotError, or RangeError, when it is damaged or not of this store, after which the index is of no use
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

  /** Takes what was committed since the last look. Cheap when there is nothing. */
  sync(): void {
    if (!this.feed.look()) return;
    const model = this.models.current();
    if ((model?.id ?? NO_MODEL) !== this.servedId) this.changeModel(model);
    this.masks.forget();
    if (this.torn) this.rebuild();
    else this.read();
    if (this.slots.mostlyRemoved) this.rebuild();
  }

  /** The vectors in service, a row a slot. */
  get matrix(): VectorMatrix {
    return this.served.kind === 'space' ? this.served.vectors.matrix : this.served.matrix;
  }

  /** The vectors of what passages mean, a row a slot; undefined where passages are found without them. */
  get meaningVectors(): MeaningVectors | undefined {
    return this.meanings;
  }

  /** Waits until a change of the model that is under way is done. */
  async settled(): Promise<void> {
    await this.changing;
  }

  /** What was removed since is told by the feed, and anything else is another store, or was analysed in another way. */
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

  /** Takes the vectors of an image when they are those that the store asks for; others are made, or read from the store, by `load`. */
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
    // A document that was taken only in part cannot be taken again: after a failure everything is read anew.
    this.torn = true;
    this.feed.read(this.served.kind === 'provider' ? this.served.model.id : undefined, (changes) => this.take(changes));
    this.torn = false;
  }

  /** Removals first: the row of a removed document may be given to a new one. */
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

  /** A provider's vectors are read from the store; a fitted embedding makes its own, which takes a while: the old one serves on. */
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
      // Another model may have been chosen meanwhile, or the index built anew.
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

  /** Most slots are dead, or a read failed: read the store into a new index and drop the old one. */
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
