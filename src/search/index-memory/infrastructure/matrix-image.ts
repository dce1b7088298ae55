import { SnapshotSink, SnapshotSource } from '../../domain/index-snapshot.js';
import { VectorMatrix } from '../../../shared/infrastructure/vectors/vector-matrix.js';

/** Writes the rows of a matrix into a snapshot. */
export function saveMatrix(matrix: VectorMatrix, sink: SnapshotSink): void {
  const { scales, bytes } = matrix.kept();
  sink.numbers(scales);
  sink.numbers(bytes);
}

/** Fills an empty matrix with the rows that `saveMatrix` wrote. @throws SnapshotError; discard the matrix then */
export function restoreMatrix(matrix: VectorMatrix, source: SnapshotSource): void {
  matrix.restore(source.next() / Float32Array.BYTES_PER_ELEMENT, ({ scales, bytes }) => {
    source.numbers(scales);
    source.numbers(bytes);
  });
}
