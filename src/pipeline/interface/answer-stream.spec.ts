import { DomainError } from '../../shared/domain/domain-error.js';
import { AnswerLog } from '../application/answer-log.js';
import { answerEvents, prefersEvents, writeAnswer } from './answer-stream.js';
import { ChatResponseDto } from './chat.dto.js';

const WHERE = { instance: '/chat/run', requestId: 'r-1' };

async function read(stream: AsyncIterable<unknown>): Promise<string> {
  let text = '';
  for await (const part of stream) text += String(part);
  return text;
}

function answer(): ChatResponseDto {
  return Object.assign(new ChatResponseDto(), { response: 'The kiln fires.', sources: [{ n: 1 }] });
}

describe('the preference of an Accept header', () => {
  it.each([
    ['text/event-stream', true],
    ['application/json', false],
    ['*/*', false],
    [undefined, false],
    ['text/event-stream, application/json', true],
    ['application/json, text/event-stream', false],
    ['application/json;q=0.4, TEXT/EVENT-STREAM ; q=0.5', true],
    ['text/event-stream;q=0', false],
    ['text/html, text/event-stream;q=0.1', true],
  ])('%s: events %s', (accept, expected) => {
    expect(prefersEvents(accept)).toBe(expected);
  });
});

describe('the events of an answer', () => {
  it('are steps, text, a reset, and finally sources and the whole answer, each with its number', async () => {
    const log = new AnswerLog('s');
    await writeAnswer(
      log,
      (listener) => {
        listener.step('intent', undefined);
        listener.step('intent', 3);
        listener.text('The kiln');
        listener.replaced();
        return Promise.resolve(answer());
      },
      WHERE,
    );
    const text = await read(answerEvents(log));
    expect(text.split('\n\n').slice(0, 4)).toEqual([
      'id: s/1\nevent: step\ndata: {"step":"intent","status":"started"}',
      'id: s/2\nevent: step\ndata: {"step":"intent","status":"done","took_ms":3}',
      'id: s/3\nevent: token\ndata: {"text":"The kiln"}',
      'id: s/4\nevent: reset\ndata: {}',
    ]);
    expect(text).toContain('id: s/5\nevent: sources\ndata: [{"n":1}]\n\nid: s/6\nevent: done\ndata: {');
  });

  it('resume after the last event of a client', async () => {
    const log = new AnswerLog('s');
    await writeAnswer(log, () => Promise.resolve(answer()), WHERE);
    const whole = await read(answerEvents(log));
    const [first = ''] = whole.split('\n\n');
    expect(await read(answerEvents(log, 1))).toBe(whole.slice(first.length + 2));
    expect(await read(answerEvents(log, 2))).toBe('');
  });

  it('end with the problem if the work fails, without internals of an unexpected error', async () => {
    const late = new AnswerLog('s');
    await writeAnswer(late, () => Promise.reject(new DomainError('timed-out', 'step-timeout', 'It was late.')), WHERE);
    expect(await read(answerEvents(late))).toMatch(/^id: s\/1\nevent: error\ndata: \{.*"status":504.*"It was late\."/u);
    const broken = new AnswerLog('s');
    await writeAnswer(broken, () => Promise.reject(new Error('SELECT * FROM secrets')), WHERE);
    const text = await read(answerEvents(broken));
    expect(text).toContain('"status":500');
    expect(text).not.toContain('secrets');
  });

  it('include heartbeats during silence, and none after the answer', async () => {
    const log = new AnswerLog('s');
    const stream = answerEvents(log, 0, 5);
    let text = '';
    for await (const part of stream) {
      text += String(part);
      if (text.split(': still here').length > 2) log.end();
    }
    expect(text).toMatch(/^(?:: still here\n\n){2}$/u);
  });

  it('are no longer sent after the client disconnects', async () => {
    const log = new AnswerLog('s');
    const stream = answerEvents(log);
    stream.resume().destroy();
    await new Promise((resolve) => stream.once('close', resolve));
    expect(() => log.append('token', { text: 'late' })).not.toThrow();
    expect(stream.readableLength).toBe(0);
  });
});
