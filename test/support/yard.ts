import type { RunningApplication } from './application.js';
import { ApplyConfigurationPatch } from '../../src/config/application/apply-configuration-patch.js';
import { EndedSession, RunToCompletion } from '../../src/test-automation/sessions/application/run-to-completion.js';
import { readCommandLine } from '../../src/test-automation/sessions/interface/command-options.js';
import { SessionOrder } from '../../src/test-automation/domain/session-request.js';

/** Tools of an invented yard; each has its own regulation, and the numbers differ. */
export const TOOLS = [
  'saw',
  'kiln',
  'loom',
  'ladle',
  'anvil',
  'easel',
  'lathe',
  'forge',
  'plane',
  'chisel',
  'mallet',
  'bellows',
  'trowel',
  'awl',
  'crucible',
  'spindle',
];

export const yardDocuments = TOOLS.map((tool, i) => ({
  document_id: `yard-${tool}`,
  title: `Regulation on the ${tool}`,
  canonical_path: ['Yard', tool],
  text: [
    `## Lending the ${tool}`,
    `The ${tool} of the yard is lent to a member for ${i + 3} days. Return it clean and dry.`,
    `## Paying for the ${tool}`,
    `The deposit for the ${tool} of the yard is ${20 + 7 * i} euros. Pay at the desk before taking it home.`,
    `## Care of the ${tool}`,
    `The ${tool} of the yard is inspected every ${i + 2} weeks. Tell the desk about any damage at once.`,
    `## Training for the ${tool}`,
    `The course on the ${tool} of the yard lasts ${2 * i + 4} hours. Ask the desk to book a seat.`,
  ].join('\n\n'),
}));

/** The same yard with a regulation for each matter, in words that also vague questions share: a service can answer every question. */
export const easyYardDocuments = TOOLS.flatMap((tool, i) =>
  [
    [`Lending the ${tool}`, `The ${tool} of the yard is lent to a member for ${i + 3} days.`],
    [`Paying for the ${tool}`, `The deposit for the ${tool} of the yard is ${20 + 7 * i} euros.`],
    [`Care of the ${tool}`, `The ${tool} of the yard is inspected every ${i + 2} weeks.`],
    [`Training for the ${tool}`, `The course on the ${tool} of the yard lasts ${2 * i + 4} hours.`],
  ].map(([title = '', rule = ''], n) => ({
    document_id: `yard-${tool}-${n}`,
    title,
    canonical_path: ['Yard', tool],
    text: `## ${title}\n\n${rule} It is a set value, a number, an interval or a length of time that a member is supposed to know.`,
  })),
);

/** Joins by synonyms what the documents tell apart: every tool is taken for each other one. */
export async function confuseTools(running: RunningApplication): Promise<void> {
  const groups = { op: 'replace', path: '/synonyms/groups', value: [{ lang: 'en', words: TOOLS }] } as const;
  await running.app.get(ApplyConfigurationPatch, { strict: false }).apply({ patch: [groups], note: 'test' });
}

export async function storeYard(running: RunningApplication, documents = yardDocuments): Promise<void> {
  const payload = documents.map((document) => JSON.stringify(document)).join('\n');
  const headers = { 'content-type': 'application/x-ndjson' };
  const answer = await running.call({ method: 'POST', url: '/documents/bulk', headers, payload });
  expect(answer.json()).toMatchObject({ indexed: documents.length, failed: 0 });
}

/** A session of five people with six questions each and two dialogues, always the same questions. */
export function runYardSession(
  running: RunningApplication,
  more: { readonly order?: Partial<SessionOrder>; readonly compare?: string; readonly owner?: string } = {},
): Promise<EndedSession> {
  const read = readCommandLine(['--set', 'handbook', '--seed', '7', '--queries', '6', '--scenarios', '2']);
  if (read === undefined) throw new Error('There is nothing to run.');
  const signal = new AbortController().signal;
  const place = { owner: more.owner ?? 'anonymous', compare: more.compare, signal };
  const runner = running.app.get(RunToCompletion, { strict: false });
  return runner.run({ ...read.order, ...more.order }, place, () => undefined);
}
