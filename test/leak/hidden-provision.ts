import { FinishSession } from '../../src/test-automation/sessions/application/finish-session.js';
import { ImprovementStore } from '../../src/test-automation/sessions/domain/improvement.js';
import { SessionStore } from '../../src/test-automation/sessions/domain/session-store.js';
import { aSession } from '../support/a-session.js';
import type { RunningApplication } from '../support/application.js';
import { testResultOf } from '../support/test-result-of.js';
import { SECRET_DOCUMENT } from './planted.js';

const STARTED = '2099-01-01T00:00:00Z';
/** Of a document that every key of the test may see. */
const OPEN_QUOTE = 'The reading rooms open at nine.';
const QUOTE = 'The keeper of the strongroom is Perivale Quince.';

const improvement = (id: string, documentId: string) => ({
  id,
  type: 'synonym' as const,
  priority: 'medium' as const,
  description: documentId === 'rooms-1' ? 'Opens and opening.' : 'Perivale Quince and the keeper.',
  suggestedValue: 'a group',
  patch: [{ op: 'add', path: '/synonyms/groups/-', value: { lang: 'en', words: ['open', 'opening'] } }],
  evidence: { result_ids: [] },
  sources: [{ documentId, quote: documentId === 'rooms-1' ? OPEN_QUOTE : QUOTE }],
  status: 'proposed' as const,
});

/**
 * A finished test session, of which two questions ask about provisions that were hidden from the target, by category and by edition, and that
 * its owner may no longer see either; the other question is about a document that its owner may see. An improvement comes from each.
 */
export async function storeHiddenProvision({ app }: RunningApplication, owner: string, name: string): Promise<string> {
  const store = app.get(SessionStore, { strict: false });
  const sessionId = `ses_${name}`;
  const session = aSession({ sessionId, owner, status: 'completed', startedAt: STARTED, completedAt: STARTED });
  await store.create(session);
  const known = {
    documentId: 'rooms-1',
    section: null,
    quote: OPEN_QUOTE,
    requiredFacts: ['nine'],
    forbiddenFacts: [],
  };
  const nothing = { documentId: null, section: null, quote: null, requiredFacts: [], forbiddenFacts: [] };
  const hidden = {
    documentId: SECRET_DOCUMENT.document_id,
    section: SECRET_DOCUMENT.title,
    quote: QUOTE,
    visible: [['Open']],
  };
  const results = [
    testResultOf('open', 'success', { query: 'When do they open?', gold: { ...known, answerable: true } }),
    testResultOf('hidden', 'failure', {
      query: 'Where does Perivale Quince keep the ledger?',
      kind: 'unanswerable',
      intents: { surface: 'marzipan', hidden: 'octopus', behavioral: 'wyvern' },
      gold: { ...nothing, answerable: false },
      answer: 'Ask Perivale Quince.',
      judgement: { reasons: ['Perivale Quince is the keeper.'], failureType: 'IRRELEVANT' },
      hidden,
    }),
    testResultOf('expired', 'failure', {
      query: 'Whom does Perivale Quince keep the ledger for?',
      kind: 'unanswerable',
      intents: { surface: 'marzipan', hidden: 'octopus', behavioral: 'wyvern' },
      gold: { ...nothing, answerable: false },
      answer: 'For Perivale Quince.',
      judgement: { reasons: ['Perivale Quince kept it.'], failureType: 'IRRELEVANT' },
      hidden: {
        documentId: SECRET_DOCUMENT.document_id,
        section: SECRET_DOCUMENT.title,
        quote: QUOTE,
        edition: { effectiveFrom: null, effectiveTo: '2020-01-01' },
      },
    }),
  ];
  for (const result of results) await store.saveResult(sessionId, result);
  await app.get(FinishSession, { strict: false }).finish(session);
  await app
    .get(ImprovementStore, { strict: false })
    .replace(sessionId, owner, [
      improvement(`imp_${name}_open`, 'rooms-1'),
      improvement(`imp_${name}`, SECRET_DOCUMENT.document_id),
    ]);
  return sessionId;
}
