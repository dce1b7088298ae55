import path from 'node:path';
import { policyOf } from '../domain/session-file.js';
import { readSessionFile } from './session-file-schema.js';

const FILE = `
version: 1
name: nightly
dataset: questions.csv
target: help-desk
retries: 0
gates: {success_rate: 0.9, component_tests: off, citation_rate: 0.8}
certainty: observed
weights: {accuracy: 2}
thresholds: {success: 4.2, partial: 3}
citation: required
rubrics:
  - {name: polite, criterion: The answer is polite., least: 0.9}
baseline: ses_1
fail_on: [regression]
`;

describe('a session file', () => {
  it('is read as YAML and as JSON, with paths relative to its folder', () => {
    const file = readSessionFile(FILE, '/ci/session.yaml');
    expect(file).toMatchObject({ dataset: path.resolve('/ci/questions.csv'), target: 'help-desk', retries: 0 });
    expect(policyOf(file)).toMatchObject({
      gates: { success_rate: 0.9, component_tests: 'off', citation_rate: 0.8 },
      certainty: 'observed',
      citation: 'required',
    });
    expect(policyOf(readSessionFile('{"version": 1}', 'a.json'))).toBeUndefined();
  });

  it.each([
    ['version: 2', /s.yaml at \/version/u],
    ['version: 1\ngates: {succes_rate: 1}', /s.yaml at \/gates: .*succes_rate/u],
    ['version: 1\ngates: {success_rate: 80}', /s.yaml at \/gates\/success_rate/u],
    ['version: 1\nthresholds: {success: 3, partial: 4}', /at \/thresholds: partial must not be above success/u],
    ['version: 1\nfail_on: [never]', /at \/fail_on\/0/u],
    ['version: 1\n  name: [', /s.yaml: line 2 is not valid YAML/u],
    ['version: 1\nturtles: 3', /at \/: .*turtles/u],
  ])('with a fault is refused with its line or location: %j', (text, reason) => {
    expect(() => readSessionFile(text, 's.yaml')).toThrow(reason);
  });
});
