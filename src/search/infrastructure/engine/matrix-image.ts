import { ImageSink, ImageSource } from '../../domain/memory-index/index-image.js';
import { VectorMatrix } from '../../../shared/infrastructure/vectors/vector-matrix.js';

/** Writes the rows of a matrix into an image. */
export function saveMatrix(matrix: VectorMatrix, sink: ImageSink): void {
  const { scales, bytes } = matrix.kept();
  sink.numbers(scales);
  sink.numbers(bytes);
}

/** Fills an empty matrix with the rows that `saveMatrix` wrote. @throws ImageError, after which the matrix is of no use */
export function restoreMatrix(matrix: VectorMatrix, source: ImageSource): void {
  matrix.restore(source.next() / Float32Array.BYTES_PER_ELEMENT, ({ scales, bytes }) => {
    source.numbers(scales);
    source.numbers(bytes);
  });
}
