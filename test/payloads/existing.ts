import type { RunningApplication } from '../support/application.js';

/** Ids of what is there, by the name of a path parameter, or by the whole path where the parameter is called `id`. */
export type Existing = Readonly<Record<string, string>>;

export const DOCUMENT = {
  document_id: 'written-to',
  title: 'Leave of absence',
  text: 'A leave of absence is requested before the first day of the semester.',
  canonical_path: ['Kept'],
};

/** So many answers wait for a decision. */
const REVIEWS = 60;

/** Something of each kind, so that a call reaches the work behind its route, and a case and a document that no call names. */
export async function storeSomething(running: RunningApplication): Promise<Existing> {
  const post = (url: string, payload: object) => running.post(url, payload);
  await post('/documents', DOCUMENT);
  await post('/documents', { ...DOCUMENT, document_id: 'kept', title: 'Kept', text: 'This stays as it is.' });
  await post('/documents', { ...DOCUMENT, document_id: 'moved', canonical_path: ['Movable', 'Source'] });
  for (const case_id of ['kept', 'written-to'])
    await post('/cbr/case', { case_id, query: 'What stays?', content: 'This.', category_path: ['Kept'] });
  const chat = (await post('/chat/run', { message: 'When is a leave of absence requested?' })).json();
  const unanswered = (await post('/chat/run', { message: 'Who won the chess championship of 1972?' })).json();
  const shared = (await post(`/conversations/${chat.conversation_id}/shares`, {})).json();
  const agent = (await post('/agents/from-category', { version: '1.0.0', node_paths: [['Kept']] })).json();
  const strict = { name: 'strict', custom_features: { hitl_below_conf: 0.9 } };
  const made = await post('/agents/from-category', { version: '1.0.0', node_paths: [['Kept']], options: strict });
  const question = { message: 'When is a leave requested?', agent_id: made.json().agent_id };
  const waiting: string[] = [];
  for (let i = 0; i < REVIEWS; i++) waiting.push((await post('/chat/run', question)).json().metadata.trace_id);
  const key = (await post('/api-keys', { name: 'kept', scopes: ['query'] })).json();
  const job = (await post('/index/optimize', {})).json();
  const order = { seed: 1, personas: ['freshman'], multi_turn: { scenarios: 1, turns: 3 } };
  const session = (await post('/test-sessions', order)).json();
  await post(`/test-sessions/${session.session_id}/cancel`, {});
  // Nothing listens there: a message that a call sends fails at once.
  const webhook = (await post('/webhooks', { url: 'http://127.0.0.1:9/', events: ['job.ended'] })).json();
  return {
    document_id: 'written-to',
    case_id: 'written-to',
    version: '1.0.0',
    conversation_id: chat.conversation_id,
    trace_id: chat.metadata.trace_id,
    unanswered: unanswered.metadata.trace_id,
    share_id: shared.share_id,
    review_id: waiting[0] ?? '',
    /** Each is decided once. */
    waiting: waiting.join(' '),
    agent_id: agent.agent_id,
    job_id: job.job_id,
    webhook_id: webhook.id,
    session: session.session_id,
    '/configuration/versions/{version}': '1',
    '/configuration/versions/{version}/restore': '1',
    '/api-keys/{id}/rotate': key.id,
    '/test-sessions/{id}': session.session_id,
    '/test-sessions/{id}/events': session.session_id,
    '/test-sessions/{id}/results': session.session_id,
    '/test-sessions/{id}/report': session.session_id,
    '/test-sessions/{id}/labels': session.session_id,
  };
}
