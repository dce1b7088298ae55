import { setTimeout as delay } from 'node:timers/promises';
import { ConversationStore } from '../src/pipeline/domain/conversation.js';
import { type RunningApplication, startApplication } from './support/application.js';

const LEAVE = {
  document_id: 'leave',
  title: 'Leave',
  text: 'A leave of absence lasts at most four semesters. Military leave is not counted.',
  canonical_path: ['Rules'],
};

/** Many requests at once wait for a connection to the store: the wait must not count against the analysis, whose step has 0.1 s. */
describe('a conversation that is read slowly', () => {
  let running: RunningApplication;
  afterEach(() => running.stop());

  async function readIn(waitMs: number, multiplier: string): Promise<void> {
    running = await startApplication({ PIPELINE_TIMEOUT_MULTIPLIER: multiplier });
    await running.post('/documents', LEAVE);
    const store = running.app.get(ConversationStore, { strict: false });
    const recent = store.recent.bind(store);
    store.recent = async (...asked) => {
      await delay(waitMs);
      return recent(...asked);
    };
  }
  const ask = (message: string) => running.post('/chat/run', { message, conversation_id: 'slow' });

  it('is waited for, and the follow-up is completed from it', async () => {
    await readIn(300, '20');
    expect((await ask('How long does a leave of absence last?')).statusCode).toBe(200);
    const followUp = await ask('And military leave?');
    expect(followUp.statusCode).toBe(200);
    expect(followUp.json().response).toContain('not counted');
  });

  it('ends the request when it takes too long, by its own name', async () => {
    await readIn(60_000, '0.5');
    const late = await ask('How long does a leave of absence last?');
    expect(late.statusCode).toBe(504);
    expect(late.json()).toMatchObject({ type: 'urn:touchstone:problem:step-timeout' });
    expect(late.json().detail).toContain("'conversation'");
  });
});
