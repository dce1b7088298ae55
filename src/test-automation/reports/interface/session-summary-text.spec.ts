import { aSession } from '../../../../test/support/a-session.js';
import { testResultOf } from '../../../../test/support/test-result-of.js';
import { EndedSession } from '../../sessions/application/run-to-completion.js';
import { gradingPolicy, policyDifferences } from '../../sessions/domain/grading-policy.js';
import { compareSessions } from '../../sessions/domain/session-comparison.js';
import { summarise } from '../../sessions/domain/summary.js';
import { summaryLines } from './session-summary-text.js';

const BEFORE = Array.from({ length: 20 }, (_, i) => testResultOf(String(i), 'success'));
const NOW = Array.from({ length: 20 }, (_, i) => testResultOf(String(i), 'failure'));

/** A session that lost every answer of the one before it. */
function ended(base = gradingPolicy(), candidate = gradingPolicy()): EndedSession {
  return {
    complete: {
      session: aSession({ status: 'completed' }),
      personas: [],
      questions: { singles: [], dialogues: [], discarded: {} },
      results: NOW,
      outcome: { summary: summarise(NOW, { seed: 7, invalidDialogues: new Set() }), gates: [], causes: [] },
      trend: [],
    },
    comparison: { ...compareSessions(BEFORE, NOW), policyDifferences: policyDifferences(base, candidate) },
  };
}

const textOf = (session: EndedSession) => summaryLines(session, 'folder').join('\n');

describe('the summary of the command line', () => {
  it('says that the compared sessions were graded by different policies, and what differs', () => {
    const text = textOf(ended(gradingPolicy(), gradingPolicy({ thresholds: { success: 4.5, partial: 3 } })));
    expect(text).toContain('graded by different policies');
    expect(text).toContain('thresholds.success: 4 before, 4.5 now');
    expect(text).toContain('worse than the session it was compared with, which was graded by another policy');
  });

  it('says nothing about policies that are the same', () => {
    expect(textOf(ended())).toContain('worse than the session it was compared with)');
    expect(textOf(ended())).not.toContain('polic');
  });
});
