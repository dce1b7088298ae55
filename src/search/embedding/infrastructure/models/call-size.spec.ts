import { CallSize } from './call-size.js';

describe('CallSize', () => {
  it('doubles after a fast call, up to the maximum of a call', () => {
    const size = new CallSize(50, 1000);
    const sizes = [size.texts];
    for (let i = 0; i < 5; i++) {
      size.note(100, size.texts);
      sizes.push(size.texts);
    }
    expect(sizes).toEqual([8, 16, 32, 50, 50, 50]);
  });

  it('is halved by a slow call, down to one text', () => {
    const size = new CallSize(64, 1000);
    for (const expected of [4, 2, 1, 1]) {
      size.note(1500, size.texts);
      expect(size.texts).toBe(expected);
    }
  });

  it('stays in between, and after a fast call that was not full', () => {
    const size = new CallSize(64, 1000);
    size.note(700, 8);
    size.note(10, 3);
    expect(size.texts).toBe(8);
  });

  it('follows the texts of a slow call with fewer than allowed', () => {
    const size = new CallSize(64, 1000);
    size.note(5000, 4);
    expect(size.texts).toBe(2);
  });
});
