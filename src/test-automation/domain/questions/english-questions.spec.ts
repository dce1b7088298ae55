import { Persona } from '../persona.js';
import { SourceDocument } from '../source-document.js';
import { coresOf } from './all-cores.js';
import { questionFor, rephrasable } from './kind-question.js';
import { questionPool } from './question-pool.js';

const PERSONA: Persona = {
  id: 'engineer',
  name: 'Engineer',
  language: 'en',
  goals: ['keep the service up'],
  knowledge: 'informed',
  description: 'an engineer',
  tone: 'polite',
  vocabulary: [],
  audiencePaths: [],
};

const document = (id: string, text: string, more: Partial<SourceDocument> = {}): SourceDocument => ({
  documentId: id,
  title: 'Access',
  text,
  canonicalPath: ['Security'],
  version: null,
  effectiveFrom: null,
  effectiveTo: null,
  ...more,
});

describe('comparisons in English', () => {
  it.each([
    [
      'Privileged roles are reviewed every 90 days, all other roles every 180 days.',
      'how privileged roles and all other roles differ in how often they are reviewed',
      ['90 days', '180 days'],
    ],
    [
      'Financial records are kept for 7 years, tracking events for 3 years, click events for 13 months.',
      'how financial records and tracking events differ in how long they are kept',
      ['7 years', '3 years'],
    ],
  ])('%s', (text, asked, facts) => {
    const body = `## Reviews\n${text} The financial team and privileged people are told of it.`;
    const core = coresOf(document('a', body)).find((one) => one.isComparison);
    expect(core?.forms.embedded).toBe(asked);
    expect(core?.facts).toEqual(facts);
    for (const fact of facts) expect(core?.quote).toContain(fact);
  });

  it('are not made where one value is given, or nothing is held against it', () => {
    for (const text of ['Photos are kept for 180 days.', 'Queries are ended after 20 minutes or after scanning 2 TB.'])
      expect(coresOf(document('a', `## Photos\n${text}`)).filter((one) => one.isComparison)).toEqual([]);
  });
});

describe('questions about an edition in English', () => {
  const rule = (days: number) => `## Backups\nA backup of the archive is kept for ${days} days.`;
  const documents = [
    document('old', rule(30), { effectiveFrom: '2024-01-01', effectiveTo: '2024-12-31' }),
    document('new', rule(60), { effectiveFrom: '2025-01-01' }),
  ];
  const pool = questionPool(documents, { outside: [], slang: [] }, '2026-06-01');

  it('name the day, want that edition and refuse the other one', () => {
    const core = pool.cores.find((one) => one.documentId === 'old');
    if (core === undefined) throw new Error('There is no core.');
    expect(rephrasable(core, 'edition', pool)).toBe(true);
    const question = questionFor(core, 'edition', { persona: PERSONA, difficulty: 'medium', pool });
    expect(question?.text).toContain('as of 2024-12-31');
    expect(question).toMatchObject({
      asOf: '2024-12-31',
      kind: 'edition',
      gold: { documentId: 'old', requiredFacts: ['30 days'], forbiddenFacts: ['60 days'] },
    });
  });
});
