import { SnapshotError, SnapshotSink, SnapshotSource } from '../../domain/index-snapshot.js';
import { TextMeaning } from '../../embedding/domain/static-embedding/static-embedding.js';
import { VectorMatrix } from '../../../shared/infrastructure/vectors/vector-matrix.js';
import { restoreMatrix, saveMatrix } from './snapshot-file.js';

/** Static embeddings of all passages, one row per slot. They depend only on each text, so they are made once. */
export class MeaningVectors {
  /** Created with the first passage: the model need not be loaded before. */
  private known: VectorMatrix | undefined;

  constructor(private readonly meaning: TextMeaning) {}

  private get matrix(): VectorMatrix {
    return (this.known ??= new VectorMatrix(this.meaning.dimensions));
  }

  put(slot: number, { heading, text }: { readonly heading: string; readonly text: string }): void {
    this.matrix.set(slot, this.meaning.embed(`${heading}\n${text}`));
  }

  get(slot: number): Float32Array | undefined {
    return this.known?.get(slot);
  }

  /** @returns how many slots `out` now covers */
  cosines(vector: Float32Array, out: Float32Array): number {
    if (this.known === undefined || vector.length !== this.known.dimensions) return 0;
    this.matrix.cosines(vector, out);
    return this.matrix.length;
  }

  save(sink: SnapshotSink): void {
    sink.texts([this.meaning.model]);
    saveMatrix(this.matrix, sink);
  }

  /** @throws SnapshotError if they are of another model */
  restore(source: SnapshotSource): void {
    const [model] = source.texts();
    if (model !== this.meaning.model) throw new SnapshotError('its passages were embedded by another model');
    restoreMatrix(this.matrix, source);
  }
}
