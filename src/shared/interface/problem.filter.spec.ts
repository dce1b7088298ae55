import fastify from 'fastify';
import { answerProblem } from './problem.filter.js';

describe('answerProblem', () => {
  it.each([false, true])('answers what fails while it is sent, with a hook before: %s', async (hasHook) => {
    const server = fastify();
    server.setErrorHandler(answerProblem);
    if (hasHook) server.addHook('onSend', (_request, _reply, _payload, done) => done());
    server.get('/title', (_request, reply) => reply.header('x-title', '제목').header('x-kept', 'a').send('words'));
    const answer = await server.inject('/title');
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([
      500,
      'application/problem+json; charset=utf-8',
    ]);
    expect(answer.json()).toMatchObject({ status: 500, instance: '/title' });
    expect([answer.headers['x-title'], answer.headers['x-kept']]).toEqual([undefined, 'a']);
    await server.close();
  });
});
