import { readFileSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from '../../shared/infrastructure/project-root.js';
import { classifyIntent, Intent } from './intent.js';

interface Labelled {
  readonly text: string;
  readonly intent: Intent;
}

function read(part: string): Labelled[] {
  return readFileSync(path.join(projectRoot(), 'test', 'intents', `${part}.jsonl`), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Labelled);
}

const accuracy = (sentences: readonly Labelled[]) =>
  sentences.filter((s) => classifyIntent(s.text) === s.intent).length / sentences.length;

describe('classifyIntent', () => {
  it('is right on at least 90 % of 200 labelled sentences', () => {
    const all = [...read('dev'), ...read('heldout')];
    expect(all).toHaveLength(200);
    expect(accuracy(all)).toBeGreaterThanOrEqual(0.9);
  });

  it('is right on at least 85 % of the half that its rules were not made on', () => {
    expect(accuracy(read('heldout'))).toBeGreaterThanOrEqual(0.85);
  });

  it('takes a message without letters as general and key words as a search', () => {
    expect(classifyIntent('?!')).toBe('general');
    expect(classifyIntent('졸업논문 제출 서식')).toBe('search');
  });
});
