import fc from 'fast-check';
import { ModelContent } from './latent-semantic-model.js';
import { deserialiseModel, ModelBytesError, nameModel, serialiseModel } from './model-bytes.js';

const content: fc.Arbitrary<ModelContent> = fc
  .record({
    fittedOn: fc.nat(),
    unknownTermShare: fc.double({ min: 0, max: 1, noNaN: true }),
    terms: fc.uniqueArray(fc.string({ unit: 'binary', maxLength: 6 }), { maxLength: 8 }),
    width: fc.integer({ min: 1, max: 9 }),
    seed: fc.nat(),
  })
  .map(({ fittedOn, unknownTermShare, terms, width, seed }) => ({
    fittedOn,
    unknownTermShare,
    terms,
    rank: width - 1,
    idf: Float32Array.from(terms, (_, i) => 1 + i / 7),
    vectors: {
      width,
      values: Int8Array.from({ length: width * terms.length }, (_, i) => ((i * 37 + seed) % 255) - 127),
      scales: Float32Array.from(terms, (_, i) => 0.1 + i),
    },
  }));

const SAMPLE = nameModel({
  fittedOn: 7,
  unknownTermShare: 0.25,
  rank: 2,
  terms: ['휴학', 'leave', '\ud800'],
  idf: Float32Array.of(1, 2, 3),
  vectors: { width: 4, values: Int8Array.from({ length: 12 }, (_, i) => i - 6), scales: Float32Array.of(0.5, 0.25, 1) },
});

describe('serialiseModel', () => {
  it('returns new bytes each time, with equal content', () => {
    const first = serialiseModel(SAMPLE);
    const again = serialiseModel(SAMPLE);
    expect(again).toEqual(first);
    expect(again.buffer).not.toBe(first.buffer);
  });

  it('writes bytes that restore the same model', () => {
    fc.assert(
      fc.property(content, (c) => {
        const model = nameModel(c);
        expect(deserialiseModel(serialiseModel(model))).toEqual(model);
      }),
    );
    expect(deserialiseModel(serialiseModel(SAMPLE)).rowOf('\ud800')).toBe(2);
  });

  it('reads bytes in the middle of a larger buffer', () => {
    const bytes = serialiseModel(SAMPLE);
    const larger = new Uint8Array(bytes.length + 20);
    larger.set(bytes, 3);
    expect(deserialiseModel(larger.subarray(3, 3 + bytes.length))).toEqual(SAMPLE);
  });

  it('gives different names to contents that differ in one number', () => {
    const { vectors } = SAMPLE.content;
    const values = vectors.values.map((x, i) => (i === 5 ? x + 1 : x));
    expect(nameModel({ ...SAMPLE.content, vectors: { ...vectors, values } }).id).not.toBe(SAMPLE.id);
    expect(nameModel({ ...SAMPLE.content, fittedOn: 8 }).id).not.toBe(SAMPLE.id);
  });
});

describe('deserialiseModel', () => {
  const bytes = serialiseModel(SAMPLE);
  const changed = (at: number) => bytes.map((x, i) => (i === at ? x ^ 1 : x));

  it('rejects truncated bytes, and bytes with more at the end', () => {
    for (let length = 0; length < bytes.length; length++)
      expect(() => deserialiseModel(bytes.subarray(0, length))).toThrow(ModelBytesError);
    expect(() => deserialiseModel(Uint8Array.of(...bytes, 0))).toThrow('bytes should follow the header');
  });

  it('rejects bytes of another kind, of another version, and with any bit changed', () => {
    expect(() => deserialiseModel(new Uint8Array(500))).toThrow('do not begin as one');
    expect(() => deserialiseModel(changed(4))).toThrow('version 0, and this program reads 1');
    expect(() => deserialiseModel(changed(bytes.length - 1))).toThrow('does not match its hash');
    for (let at = 0; at < bytes.length; at++) expect(() => deserialiseModel(changed(at))).toThrow(ModelBytesError);
  });
});
