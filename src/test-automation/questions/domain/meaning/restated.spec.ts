import { undatedDocument as document } from '../../../../../test/support/undated.js';
import { textComparison } from '../../../judge/domain/text-comparison.js';
import { questionPool } from '../question-pool.js';
import { restatementOf } from './restated.js';

/** Whether a visible document says what each seed of a hidden provision says. */
function saidBeside(provision: string, title: string, beside: string): boolean[] {
  const hidden = document('hidden', ['a'], title, provision);
  const documents = [hidden, document('beside', ['b'], 'Beside', beside)];
  const pool = questionPool(documents, { outside: [], slang: [] }, '2026-06-01', 'as_people_ask');
  const { search } = pool;
  const comparison = textComparison(() => 0);
  const isVisible = ([category = '']: readonly string[]) => category === 'b';
  if (search === undefined) throw new Error('The pool has no search.');
  const cores = pool.current.filter(({ documentId }) => documentId === 'hidden');
  expect(cores.length).toBeGreaterThan(0);
  return cores.map((core) => restatementOf(core, undefined, { search, comparison, isVisible }) !== undefined);
}

const TIMESHEET = '## Sending hours\nYou will need to submit a timesheet at the end of each biweekly pay period.';
const KEY = '## Sending keys\nYou must submit the locker key within 14 days.';
const KOREAN = '제2조(대여) 배의 대여 기간은 14일로 한다.';

describe('a provision that a visible document says in other words', () => {
  it.each([
    [TIMESHEET, 'Tools', 'You are also responsible for submitting your timesheet at the end of every pay period.'],
    [KEY, 'Tools', 'The locker key has to be submitted in two weeks.'],
    [KOREAN, '배 규정', '배의 대여는 두 주 동안이다.'],
  ])('is found: %s', (provision, title, beside) => {
    expect(saidBeside(provision, title, beside)).toContain(true);
  });

  it.each([
    ['topic', TIMESHEET, 'Tools', 'You are also responsible for telling your team at the end of every pay period.'],
    ['value', KEY, 'Tools', 'The locker key has to be submitted in three weeks.'],
    ['topic', KEY, 'Tools', 'Letters have to be answered in two weeks.'],
    ['value', KOREAN, '배 규정', '배의 대여는 세 주 동안이다.'],
    ['topic', KOREAN, '배 규정', '편지의 답장은 두 주 동안이다.'],
  ])('is not found in a sentence with another %s: %s', (_, provision, title, beside) => {
    expect(saidBeside(provision, title, beside)).not.toContain(true);
  });
});
