import { CaseBase, openCaseBase } from '../../../test/support/case-base.js';
import { restrictedTo, UNRESTRICTED } from '../../shared/domain/category-filter.js';
import { InvalidInputError } from '../../shared/domain/domain-error.js';
import { caseRecord } from '../domain/case-record.js';
import { ImportLine } from './import-cases.js';

async function* lines(...records: ImportLine['record'][]): AsyncGenerator<ImportLine> {
  for (const [i, record] of records.entries()) yield await Promise.resolve({ line: i + 1, record });
}

const RECORD = { case_id: 'a', query: 'q', category_path: ['Study'], content: 'c' };

describe('importing cases', () => {
  let base: CaseBase;
  beforeEach(async () => {
    base = await openCaseBase();
  });
  afterEach(() => base.close());

  it('imports an export exactly, and a second import changes nothing', async () => {
    const record = { ...RECORD, quality_score: 0.35, usage_count: 7, success_rate: 0.25, metadata: { 가: [1, null] } };
    const times = { created_at: '2020-01-01T00:00:00.000Z', updated_at: '2021-01-01T00:00:00.000Z' };
    expect(await base.importing.import(lines({ ...record, ...times }), UNRESTRICTED)).toMatchObject({ imported: 1 });
    const exported = [];
    for await (const one of base.read.all(UNRESTRICTED)) exported.push(caseRecord(one));
    expect(exported).toEqual([{ ...record, ...times }]);
    expect(await base.importing.import(lines(...exported), UNRESTRICTED)).toMatchObject({ imported: 0, unchanged: 1 });
  });

  it('rejects only the bad line, and reports it', async () => {
    const outcome = await base.importing.import(
      lines(
        RECORD,
        { ...RECORD, case_id: 'b', content: ' ' },
        new InvalidInputError([{ pointer: '', detail: 'no JSON' }]),
      ),
      UNRESTRICTED,
    );
    expect(outcome).toEqual({
      imported: 1,
      unchanged: 0,
      failed: 2,
      errors: [
        { line: 2, caseId: 'b', detail: '/content: must be visible text of at most 100000 characters' },
        { line: 3, caseId: undefined, detail: 'no JSON' },
      ],
    });
  });

  it('neither stores nor replaces cases outside the filter: a hidden id behaves as a free one', async () => {
    await base.importing.import(lines({ ...RECORD, category_path: ['Secret'] }), UNRESTRICTED);
    const own = restrictedTo([['Study']]);
    const outcome = await base.importing.import(
      lines(RECORD, { ...RECORD, case_id: 'b', category_path: ['Secret'] }),
      own,
    );
    expect(outcome).toMatchObject({ imported: 1, failed: 1, errors: [{ line: 2 }] });
    expect((await base.read.one('a', UNRESTRICTED)).categoryPath).toEqual(['Secret']);
    const kept = await base.read.one('a', own);
    expect([kept.categoryPath, kept.caseId]).toEqual([['Study'], expect.stringMatching(/^a~[0-9a-f]{16}$/)]);
    expect(await base.importing.import(lines(RECORD), own)).toMatchObject({ imported: 0, unchanged: 1 });
  });

  it('makes imported cases findable, over more than one batch', async () => {
    const many = Array.from({ length: 300 }, (_, i) => ({ ...RECORD, case_id: `n${i}`, query: `question ${i}` }));
    expect(await base.importing.import(lines(...many), UNRESTRICTED)).toMatchObject({ imported: 300 });
    expect(base.index.size).toBe(300);
    const seen = [];
    for await (const one of base.read.all(restrictedTo([['Study']]))) seen.push(one.caseId);
    expect(seen).toEqual(many.map(({ case_id }) => case_id).sort());
  });
});
