import { cosineScale, onScale } from './vector-space.js';

const at = (degrees: number) =>
  Float32Array.of(Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180));

describe('cosineScale', () => {
  it('is the mean and the deviation of adjacent pairs', () => {
    const scale = cosineScale([at(0), at(60), at(60), at(150)]);
    expect(scale?.mean).toBeCloseTo((0.5 + 1 + 0) / 3, 5);
    expect(scale?.deviation).toBeCloseTo(Math.sqrt((0 + 0.25 + 0.25) / 3), 5);
  });

  it('is undefined for vectors that do not differ, and for a single one', () => {
    expect(cosineScale([])).toBeUndefined();
    expect(cosineScale([at(0)])).toBeUndefined();
    expect(cosineScale([at(0), at(0), at(0)])).toBeUndefined();
  });
});

describe('onScale', () => {
  const [narrow, wide] = [
    { mean: 0.85, deviation: 0.02 },
    { mean: 0.3, deviation: 0.15 },
  ];

  it('maps a cosine to the equivalent one of another model', () => {
    expect(onScale(0.85, narrow, wide)).toBeCloseTo(0.3);
    expect(onScale(0.89, narrow, wide)).toBeCloseTo(0.6);
    expect(onScale(onScale(0.87, narrow, wide), wide, narrow)).toBeCloseTo(0.87);
  });

  it('stays a cosine', () => {
    expect(onScale(0.99, narrow, wide)).toBe(1);
  });
});
