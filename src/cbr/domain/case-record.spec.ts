import fc from 'fast-check';
import { displayPath } from '../../shared/domain/category-path.js';
import { DomainError } from '../../shared/domain/domain-error.js';
import { Case } from './case.js';
import { caseRecord, readCaseRecord } from './case-record.js';

const MADE = { caseId: 'case_made', now: '2026-11-22T00:00:00.000Z' };
const share = fc.double({ min: 0, max: 1, noNaN: true });
const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 }).filter((value) => /\S/u.test(value));
const time = fc
  .date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString());

const anyCase: fc.Arbitrary<Case> = fc.record({
  caseId: fc.stringMatching(/^[\p{L}\p{N} ._'"%-]{1,20}$/u),
  query: text,
  categoryPath: fc.constantFrom(['AI'], ['학사', '학적'], ['a', 'b', 'c', 'd', 'e']).map(displayPath),
  content: text,
  qualityScore: share,
  usageCount: fc.nat(),
  successRate: share,
  metadata: fc.dictionary(fc.string(), fc.jsonValue() as fc.Arbitrary<unknown>, { noNullPrototype: true }),
  createdAt: time,
  updatedAt: time,
});

describe('a case as a record', () => {
  it('survives a round trip through one line of JSON', () => {
    fc.assert(
      fc.property(anyCase, (one) => {
        const line = JSON.stringify(caseRecord(one));
        const read = readCaseRecord(JSON.parse(line) as Record<string, unknown>, MADE);
        expect(JSON.stringify(read)).toBe(JSON.stringify(one));
      }),
    );
  });

  it('needs only a question, an answer and a category', () => {
    const read = readCaseRecord({ query: 'q', content: 'c', category_path: ['A'] }, MADE);
    expect(read).toMatchObject({
      caseId: 'case_made',
      qualityScore: 0.5,
      usageCount: 0,
      createdAt: MADE.now,
      metadata: {},
    });
  });

  it.each<[string, Record<string, unknown>, string]>([
    ['no question', { query: ' ' }, '/query'],
    ['half a character', { content: '\ud800' }, '/content'],
    ['a category that climbs', { category_path: ['..'] }, '/category_path/0'],
    ['an unknown field', { colour: 'red' }, '/colour'],
    ['a quality above 1', { quality_score: 1.1 }, '/quality_score'],
    ['a fraction of a use', { usage_count: 0.5 }, '/usage_count'],
    ['a list for metadata', { metadata: [] }, '/metadata'],
    ['a day that is none', { created_at: 'soon' }, '/created_at'],
    ['a control character in the id', { case_id: 'a\u0000' }, '/case_id'],
    ['null for an id', { case_id: null }, '/case_id'],
  ])('is refused with %s, and the fault is named', (_, wrong, pointer) => {
    const read = readCaseRecord({ query: 'q', content: 'c', category_path: ['A'], ...wrong }, MADE);
    expect(read).toBeInstanceOf(DomainError);
    expect((read as DomainError).faults.map((fault) => fault.pointer)).toEqual([pointer]);
  });
});
