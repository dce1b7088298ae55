import fc from 'fast-check';
import { ChunkMeter } from './chunk-meter.js';

describe('ChunkMeter', () => {
  const holds = (chunks: number, bytes: number) => {
    const meter = new ChunkMeter();
    for (let i = 1; i < chunks; i++) meter.take(bytes);
    return meter.take(bytes);
  };

  it('accepts a small body byte by byte, but not a large one', () => {
    expect([holds(2_000, 1), holds(2_001, 1), holds(450_000, 2)]).toEqual([true, false, false]);
  });

  it('accepts any number of chunks of 32 bytes or more', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 20_000 }), fc.integer({ min: 32, max: 65_536 }), (chunks, bytes) =>
        holds(chunks, bytes),
      ),
    );
  });
});
