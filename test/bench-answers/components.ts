import { COMPONENTS, ComponentName } from '../../src/pipeline/domain/trace.js';
import { AnsweringService } from './answering.js';
import { askAll } from './asking.js';
import { QuestionSet } from './question-set.js';

/** What becomes of a set's questions with some components switched off. */
export interface WithoutComponents {
  readonly set: string;
  readonly off: readonly ComponentName[];
  /** Shares of the questions that the documents answer. */
  readonly quoted: number;
  readonly falselyAbstained: number;
  /** Of the questions that they do not answer. */
  readonly abstained: number;
  readonly unanswerable: number;
}

async function measure(
  service: AnsweringService,
  { name, questions }: QuestionSet,
  off: readonly ComponentName[],
): Promise<WithoutComponents> {
  const answerable = questions.filter((question) => question.documentId !== undefined);
  const present = await askAll(service, answerable, 'present', off);
  const others = await askAll(
    service,
    questions.filter((question) => question.documentId === undefined),
    'foreign',
    off,
  );
  return {
    set: name,
    off,
    quoted: present.filter(({ inQuote, withinLimits }) => inQuote && withinLimits).length / present.length,
    falselyAbstained: present.filter(({ abstained }) => abstained).length / present.length,
    abstained: others.filter(({ abstained }) => abstained).length,
    unanswerable: others.length,
  };
}

/** All components, each one switched off alone, and all of them. @param sets over the samples */
export async function withoutEach(sets: readonly QuestionSet[]): Promise<WithoutComponents[]> {
  const [first] = sets;
  if (first === undefined) return [];
  const service = await AnsweringService.over(first);
  try {
    const rows: WithoutComponents[] = [];
    for (const off of [[], ...COMPONENTS.map((name) => [name]), COMPONENTS])
      for (const set of sets) rows.push(await measure(service, set, off));
    return rows;
  } finally {
    await service.stop();
  }
}

/** A line for each set and each component that is switched off. */
export function componentTable(rows: readonly WithoutComponents[]): string {
  const named = ({ off }: WithoutComponents) =>
    off.length === 0 ? 'all on' : off.length === COMPONENTS.length ? 'all off' : `without ${off.join(', ')}`;
  return [
    `${'set'.padEnd(16)} ${''.padEnd(33)} quoted  abstained falsely  rightly`,
    ...rows.map(
      (row) =>
        `${row.set.padEnd(16)} ${named(row).padEnd(33)} ${row.quoted.toFixed(3)}   ${row.falselyAbstained.toFixed(3)}             ${row.abstained} of ${row.unanswerable}`,
    ),
  ].join('\n');
}
