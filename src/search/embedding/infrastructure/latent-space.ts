import { deserialiseModel } from '../domain/latent-semantics/model-bytes.js';
import { VectorSpace } from '../domain/vector-space.js';

/** Parses the space of a fitted embedding from its stored bytes. @throws ModelBytesError */
export function readLatentSpace(bytes: Uint8Array): VectorSpace {
  const model = deserialiseModel(bytes);
  return {
    model: model.id,
    dimensions: model.dimensions,
    unknownTermShareAtFit: model.content.unknownTermShare,
    embed: (terms) => model.foldIn(terms),
    rowOf: (term) => model.rowOf(term),
    embedRows: (rows, counts) => model.foldInRows(rows, counts),
  };
}
