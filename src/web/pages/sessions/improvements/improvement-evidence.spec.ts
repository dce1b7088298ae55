import { evidenceRows, patchLines } from './improvement-evidence.js';

describe('the evidence of an improvement', () => {
  it('says what a patch sets, in words instead of its form', () => {
    const patch = [
      { op: 'add', path: '/synonyms/groups/-', value: ['복학', '다시 다니기'] },
      { op: 'replace', path: '/pipeline/answer_risk', value: { most: 0.4, per_kind: null } },
    ];
    expect(patchLines({ patch, evidence: {} })).toEqual([
      { place: 'synonyms › groups', value: '복학, 다시 다니기' },
      { place: 'pipeline › answer risk', value: 'most: 0.4; per kind: –' },
    ]);
    expect(patchLines({ patch: ['nothing'], evidence: {} })).toEqual([]);
  });

  it('leads to the questions of the session, where ids are known', () => {
    const ids = ['ses_01a2-q-51b1', 'ses_01a2-dialogue-3-t1', 'elsewhere', 7];
    expect(evidenceRows({ patch: [], evidence: { result_ids: ids } })).toEqual([
      { session: 'ses_01a2', result: 'ses_01a2-q-51b1' },
      { session: 'ses_01a2', result: 'ses_01a2-dialogue-3-t1' },
    ]);
    expect(evidenceRows({ patch: [], evidence: { result_ids: 'ses_01a2-q-1' } })).toEqual([]);
  });

  it('says of a removal where it removes, and leaves out what has no path', () => {
    const patch = [
      { op: 'remove', path: '/synonyms/groups/3' },
      { op: 'add', value: 'x' },
    ];
    expect(patchLines({ patch, evidence: {} })).toEqual([{ place: 'synonyms › groups › 3', value: '–' }]);
  });
});
