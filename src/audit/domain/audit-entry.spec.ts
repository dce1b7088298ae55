import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { AuditEntry, ChainState, FIRST_PREVIOUS_HASH, followChain, sealedText } from './audit-entry.js';

const digest = (text: string): string => createHash('sha256').update(text).digest('hex');

function chainOf(questions: readonly string[]): AuditEntry[] {
  const entries: AuditEntry[] = [];
  for (const [i, question] of questions.entries()) {
    const unsealed = {
      seq: i + 1,
      at: '2026-01-01T00:00:00.000Z',
      requestId: `req_${i}`,
      caller: 'key_1',
      route: 'POST /search',
      filter: ['["ai"]'],
      agentId: null,
      action: 'search' as const,
      question,
      shown: [{ id: `d${i}`, passages: [`d${i}#0`] }],
      detail: null,
      previousHash: entries.at(-1)?.hash ?? FIRST_PREVIOUS_HASH,
    };
    entries.push({ ...unsealed, hash: digest(sealedText(unsealed)) });
  }
  return entries;
}

const START: ChainState = { last: { seq: 0, hash: FIRST_PREVIOUS_HASH }, entries: 0, brokenAt: undefined };
const follow = (entries: readonly AuditEntry[]) => followChain(START, entries, digest);
const questions = fc.array(fc.string(), { minLength: 2, maxLength: 12 });

describe('followChain', () => {
  it('is valid for written entries, for any page size', () => {
    fc.assert(
      fc.property(questions, fc.nat(12), (asked, cut) => {
        const entries = chainOf(asked);
        const halves = followChain(follow(entries.slice(0, cut)), entries.slice(cut), digest);
        expect(halves).toEqual({
          last: { seq: asked.length, hash: entries.at(-1)?.hash },
          entries: asked.length,
          brokenAt: undefined,
        });
      }),
    );
  });

  it('breaks where an entry was changed', () => {
    fc.assert(
      fc.property(questions, fc.nat(), (asked, which) => {
        const entries = chainOf(asked);
        const at = which % entries.length;
        const forged = entries.map((entry, i) =>
          i === at ? { ...entry, question: `${entry.question ?? ''}!` } : entry,
        );
        expect(follow(forged).brokenAt).toBe(at + 1);
      }),
    );
  });

  it('breaks where an entry was removed, and where one was inserted with a valid digest', () => {
    const entries = chainOf(['a', 'b', 'c', 'd']);
    expect(follow(entries.filter(({ seq }) => seq !== 2)).brokenAt).toBe(2);
    const [first, second, ...rest] = entries;
    const inserted = { ...second!, question: 'never asked' };
    const forged = { ...inserted, hash: digest(sealedText(inserted)) };
    expect(follow([first!, forged, ...rest]).brokenAt).toBe(3);
  });
});
