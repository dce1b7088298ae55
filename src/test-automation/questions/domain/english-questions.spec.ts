import { Persona } from '../../personas/domain/persona.js';
import { SourceDocument } from '../../domain/session-scope.js';
import { coresOf } from './all-seeds.js';
import { questionFor, rephrasable } from './kind-question.js';
import { questionPool } from './question-pool.js';
import { UNDATED } from '../../../../test/support/undated.js';

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
  ...UNDATED,
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

  it('are not made for a single value, or without a second side', () => {
    for (const text of ['Photos are kept for 180 days.', 'Queries are ended after 20 minutes or after scanning 2 TB.'])
      expect(coresOf(document('a', `## Photos\n${text}`)).filter((one) => one.isComparison)).toEqual([]);
  });
});

describe('sentences of an English entry', () => {
  const asked = (text: string) => coresOf(document('a', `## Tests\n\n${text}`)).map((core) => core.forms.embedded);

  it('keep the names in them unchanged, and lower the capital of the first word unless it is a name', () => {
    expect(asked('A/B tests of models last 14 days.')).toEqual(['how long A/B tests of models last']);
    expect(asked('Privileged roles are reviewed every 90 days.')).toEqual(['how often privileged roles are reviewed']);
  });
});

describe('vague questions in English', () => {
  const pool = (...documents: SourceDocument[]) => questionPool(documents, { outside: [], slang: [] }, '2026-06-01');
  const vague = (...documents: SourceDocument[]) => {
    const all = pool(...documents);
    return all.current
      .filter((core) => rephrasable(core, 'ambiguous', all))
      .flatMap(
        (core) => questionFor(core, 'ambiguous', { persona: PERSONA, difficulty: 'hard', pool: all })?.text ?? [],
      );
  };

  it('are asked if the entry gives one number only', () => {
    expect(vague(document('a', '## Levels\nSecurity incidents have three levels.'))).toHaveLength(1);
    expect(
      vague(document('a', '## Levels\nSecurity incidents have three levels. Each is reported to 14 people.')),
    ).toEqual([]);
  });

  it('are not asked if two entries have the same title', () => {
    const body = '## Lost laptop\nThe gateways drop the peer within 60 seconds.';
    expect(vague(document('a', body))).toHaveLength(1);
    expect(vague(document('a', body), document('b', '## Lost laptop\nReports are made within 2 hours.'))).toEqual([]);
  });

  it('are not asked if the title has the answer', () => {
    const body = 'The receiver accepts two slots.';
    expect(vague(document('a', `## Two-slot rotation\n\n${body}`))).toEqual([]);
    expect(vague(document('a', `## Rotation of keys\n\n${body}`))).toHaveLength(1);
    const lost = { title: 'Lost laptop' };
    expect(vague(document('a', body, lost), document('b', 'A lost laptop is told of.', lost))).toEqual([]);
  });

  it('call a repetition an interval', () => {
    expect(vague(document('a', '## Zones\nThe primary resolves the target every 60 seconds.'))[0]).toContain(
      'how often is it',
    );
  });
});

describe('questions about an edition in English', () => {
  const rule = (days: number) => `## Backups\nA backup of the archive is kept for ${days} days.`;
  const documents = [
    document('old', rule(30), { effectiveFrom: '2024-01-01', effectiveTo: '2024-12-31' }),
    document('new', rule(60), { effectiveFrom: '2025-01-01' }),
  ];
  const pool = questionPool(documents, { outside: [], slang: [] }, '2026-06-01');

  it('name the day, require that edition and forbid the other one', () => {
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
