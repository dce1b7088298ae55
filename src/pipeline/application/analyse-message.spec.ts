import { PipelineSnapshot } from '../domain/pipeline-settings.js';
import { SandboxConversations } from '../infrastructure/sandbox/in-memory-stores.js';
import { AskRequest } from '../domain/answer.js';
import { AnalyseMessage } from './analyse-message.js';

const SETTINGS = { intents: [], analyser: { llm: false, followUp: /(?!)/u } } as unknown as PipelineSnapshot;

async function conversationOf(messages: readonly string[]): Promise<AnalyseMessage> {
  const conversations = new SandboxConversations();
  for (const message of messages)
    await conversations.append('c', 'ann', {
      message,
      completedQuestion: message,
      response: '',
      sources: [],
      traceId: '',
      createdAt: '',
    });
  return new AnalyseMessage(conversations);
}

const asking = (message: string) => ({
  request: { message, conversationId: 'c', owner: 'ann' } as AskRequest,
  byRules: true,
  today: '2026-05-12',
});

describe('the questions before a message', () => {
  it.each([1, 2, 3, 6])('are the same when it was asked %i times before', async (times) => {
    const again = 'And for staff?';
    const before = ['How long may I borrow a drill?', 'How long may I borrow a tent?'];
    const analyse = await conversationOf([...before, ...Array.from({ length: times }, () => again)]);
    expect(await analyse.questionsBefore(asking(again), SETTINGS)).toEqual(before);
  });

  it('are at most the last three', async () => {
    const analyse = await conversationOf(['A one?', 'B two?', 'C three?', 'D four?']);
    expect(await analyse.questionsBefore(asking('And for staff?'), SETTINGS)).toEqual([
      'B two?',
      'C three?',
      'D four?',
    ]);
  });
});
