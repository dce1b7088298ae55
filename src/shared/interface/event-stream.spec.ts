import { setTimeout as delay } from 'node:timers/promises';
import { EventSink, eventsOf, eventStream } from './event-stream.js';

const SOON_MS = 5;

async function read(stream: AsyncIterable<unknown>): Promise<string> {
  let text = '';
  for await (const part of stream) text += String(part);
  return text;
}

describe('a stream of server-sent events', () => {
  it('gives the events in order, those that came before it was read too, and ends', async () => {
    let sink: EventSink | undefined;
    const stream = eventStream((given) => {
      sink = given;
      given.event('data: 1\n\n');
      return () => undefined;
    });
    const all = read(stream);
    sink?.event('data: 2\n\n');
    sink?.end();
    expect(await all).toBe('data: 1\n\ndata: 2\n\n');
  });

  it('says with a comment that it is still here, until the end', async () => {
    let sink: EventSink | undefined;
    const stream = eventStream((given) => {
      sink = given;
      return () => undefined;
    }, SOON_MS);
    let beats = 0;
    for await (const part of stream) {
      expect(String(part)).toMatch(/^: .*\n\n$/u);
      if (++beats === 3) sink?.end();
    }
    expect(beats).toBe(3);
  });

  it('stops its source once when the reader leaves, and takes what still comes for nothing', async () => {
    let stops = 0;
    let sink: EventSink | undefined;
    const stream = eventStream((given) => {
      sink = given;
      return () => stops++;
    }, SOON_MS);
    stream.resume().destroy();
    await new Promise((resolve) => stream.once('close', resolve));
    sink?.event('data: late\n\n');
    sink?.end();
    await delay(3 * SOON_MS);
    expect([stops, stream.errored]).toEqual([1, null]);
  });

  it('ends the connection before its time when its source breaks off', async () => {
    async function* events(): AsyncGenerator<string> {
      yield 'data: 1\n\n';
      await delay(SOON_MS);
      throw new Error('it broke off');
    }
    await expect(read(eventsOf(events()))).rejects.toThrow('it broke off');
  });

  it('sends the events of an iterable in order, and calls onStop at the end', async () => {
    let stops = 0;
    async function* events(): AsyncGenerator<string> {
      yield 'data: 1\n\n';
      await delay(SOON_MS);
      yield 'data: 2\n\n';
    }
    const stream = eventsOf(events(), () => stops++);
    expect(await read(stream)).toBe('data: 1\n\ndata: 2\n\n');
    expect(stops).toBe(1);
  });
});

describe('a client that does not read its events', () => {
  it('is left, and the work for it is stopped, before they take much memory', async () => {
    let stops = 0;
    let sink: EventSink | undefined;
    const stream = eventStream((given) => {
      sink = given;
      return () => stops++;
    });
    stream.on('error', () => undefined);
    const event = `data: ${'x'.repeat(100_000)}\n\n`;
    for (let i = 0; i < 200; i++) sink?.event(event);
    expect(stream.readableLength).toBeLessThan(5_000_000);
    await new Promise((resolve) => stream.once('close', resolve));
    expect([stops, stream.destroyed]).toEqual([1, true]);
  });
});
