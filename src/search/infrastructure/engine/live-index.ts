import type Database from 'better-sqlite3';
import { Analyser } from '../../domain/analyser.js';
import { Catalogue } from '../../domain/look-up/catalogue.js';
import { isRuleBook } from '../../domain/look-up/is-rule-book.js';
import { NgramSpace } from '../../domain/ngram-embedding.js';
import { VectorSpace } from '../../domain/vector-space.js';
import { Changes, FedVector, PassageFeed } from './passage-feed.js';
import { PassageSlots } from './passage-slots.js';
import { embedAll, SpaceVectors } from './passage-vectors.js';
import { ScopeMasks } from './scope-masks.js';
import { ServedModel, ServedModelReader } from './served-vectors.js';
import { VectorMatrix } from '../../../shared/infrastructure/vectors/vector-matrix.js';

/** Which vectors are in service: made here from the words, or given by a provider. */
export type ServedVectors =
  | { readonly kind: 'space'; readonly vectors: SpaceVectors }
  | { readonly kind: 'provider'; readonly model: ServedModel; readonly matrix: VectorMatrix };

export interface LiveIndexHooks {
  /** How a fitted embedding is read from its bytes; undefined when they are damaged: hashed n-grams serve in its place. */
  readonly readSpace: (bytes: Uint8Array) => VectorSpace | undefined;
  /** Lets waiting work go first. */
  readonly pause: () => Promise<void>;
  /** Other vectors came into service. */
  readonly onChange: () => void;
}

const NO_MODEL = 0;

/**
 * The index in memory, kept level with the store: before each search it takes what was committed since. Another embedding is made
 * ready beside the one in service and takes its place in one step.
 */
export class LiveIndex {
  slots: PassageSlots;
  catalogue = new Catalogue();
  masks: ScopeMasks;
  private served: ServedVectors;
  private servedId = NO_MODEL;
  private generations = 0;
  private changing: Promise<void> | undefined;
  private torn = false;
  private feed: PassageFeed;
  private readonly models: ServedModelReader;

  constructor(
    private readonly reader: Database.Database,
    private readonly analyser: Analyser,
    private readonly hooks: LiveIndexHooks,
  ) {
    this.models = new ServedModelReader(reader);
    this.feed = new PassageFeed(reader);
    this.slots = new PassageSlots(analyser);
    this.masks = new ScopeMasks(reader, this.slots);
    this.served = { kind: 'space', vectors: new SpaceVectors(new NgramSpace()) };
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

  /** Loads everything, the embedding included; for the start. */
  async load(): Promise<void> {
    const model = this.models.current();
    if (model !== undefined) this.startServing(model);
    this.sync();
    await this.changing;
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

  /**
   * Cosines of all slots with a vector of the model in service.
   * @returns how many slots `out` now covers
   */
  cosines(vector: Float32Array, out: Float32Array): number {
    if (vector.length !== this.matrix.dimensions) return 0;
    this.matrix.cosines(vector, out);
    return this.matrix.length;
  }

  /** The vector of a slot in service. */
  vectorOf(slot: number): Float32Array | undefined {
    return this.matrix.get(slot);
  }

  /** Waits until a change of the model that is under way is done. */
  async settled(): Promise<void> {
    await this.changing;
  }

  private get matrix(): VectorMatrix {
    return this.served.kind === 'space' ? this.served.vectors.matrix : this.served.matrix;
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
      this.catalogue.remove(this.slots.documentOf(slot));
      if (this.served.kind === 'space') this.served.vectors.forget(this.slots.words, slot);
    }
    for (const document of documents) {
      if (isRuleBook(document)) this.catalogue.add(document);
      for (const passage of document.passages) {
        const slot = this.slots.add(passage);
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
    this.changing = (this.changing ?? Promise.resolve()).then(() => this.embedInto(space, wanted));
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
    this.feed = new PassageFeed(this.reader);
    this.slots = new PassageSlots(this.analyser);
    this.catalogue = new Catalogue();
    this.masks = new ScopeMasks(this.reader, this.slots);
    const { served } = this;
    this.served =
      served.kind === 'provider'
        ? { ...served, matrix: new VectorMatrix(served.model.dimensions) }
        : { kind: 'space', vectors: new SpaceVectors(served.vectors.space) };
    this.read();
  }
}
