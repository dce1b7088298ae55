import { isPlainSemVer } from './semver.validator.js';

describe('isPlainSemVer', () => {
  it.each(['0.0.0', '1.2.3', '2.0.0-rc.1', '10.20.30-alpha-x.7.z'])('takes %s', (text) => {
    expect(isPlainSemVer(text)).toBe(true);
  });

  it.each([
    '',
    'v2',
    'v2.0.0',
    '=2.0.0',
    ' 2.0.0',
    '1.0',
    '01.0.0',
    '1.0.0-01',
    '2.0.0+x',
    'latest',
    '1.0.0-',
    2,
    null,
  ])('refuses %p', (value) => {
    expect(isPlainSemVer(value)).toBe(false);
  });
});
