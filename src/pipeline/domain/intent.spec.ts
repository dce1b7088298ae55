import { readFileSync } from 'node:fs';
import path from 'node:path';
import { audienceOf, classifyIntent, Intent } from './intent.js';
import { configuredSettings } from '../../../test/support/configured-settings.js';
import { projectRoot } from '../../shared/infrastructure/configuration-folders.js';

const { intents, audiences } = configuredSettings();

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
  sentences.filter((s) => classifyIntent(s.text, intents) === s.intent).length / sentences.length;

describe('classifyIntent', () => {
  it('is right on at least 90 % of 200 labelled sentences', () => {
    const all = [...read('dev'), ...read('heldout')];
    expect(all).toHaveLength(200);
    expect(accuracy(all)).toBeGreaterThanOrEqual(0.9);
  });

  it('is right on at least 85 % of the held-out half', () => {
    expect(accuracy(read('heldout'))).toBeGreaterThanOrEqual(0.85);
  });

  it('classifies a message without letters as general and key words as a search', () => {
    expect(classifyIntent('?!', intents)).toBe('general');
    expect(classifyIntent('졸업논문 제출 서식', intents)).toBe('search');
  });

  it('does not read a question about an audit office as thanks', () => {
    expect(classifyIntent('감사합니다!', intents)).toBe('general');
    expect(classifyIntent('감사원 감사는 몇 년마다 받나요?', intents)).toBe('question');
  });

  it('uses the first rule that matches, and classifies key words as a search without any rule', () => {
    const rules = [
      { id: 'a', intent: 'explanation' as const, pattern: /kiln/iu },
      { id: 'b', intent: 'question' as const, pattern: /kiln/iu },
    ];
    expect(classifyIntent('Kiln?', rules)).toBe('explanation');
    expect(classifyIntent('Kiln?', [])).toBe('search');
  });
});

describe('audienceOf', () => {
  it('names the audience of a question, the narrower group first', () => {
    expect(audienceOf('대학원생도 휴학할 수 있나요?', audiences)).toBe('graduate_student');
    expect(audienceOf('재학생은 언제까지 신청하나요?', audiences)).toBe('student');
    expect(audienceOf('What must on-call engineers do first?', audiences)).toBe('engineer');
    expect(audienceOf('휴학 신청은 언제까지 하나요?', audiences)).toBeUndefined();
  });
});
