import { Clock } from '../../shared/domain/clock.js';
import { IdGenerator } from '../../shared/domain/ids.js';
import { StreamReplayBuffer } from './stream-replay-buffer.js';

class HandClock extends Clock {
  ms = 0;
  now(): Date {
    return new Date(this.ms);
  }
}

class Numbers extends IdGenerator {
  private last = 0;
  next(prefix: string): string {
    return `${prefix}_${++this.last}`;
  }
}

const ASKER = { owner: 'ann', asked: 'How hot is the kiln?' };

describe('streams that a client can resume', () => {
  const clock = new HandClock();
  const streams = new StreamReplayBuffer(new Numbers(), clock);

  it('finds a stream by the id of an event for 60 seconds, and not later', () => {
    const log = streams.open(ASKER);
    expect(streams.find(ASKER, `${log.id}/7`)).toEqual({ log, after: 7 });
    clock.ms += 59_999;
    expect(streams.find(ASKER, `${log.id}/0`)).toEqual({ log, after: 0 });
    clock.ms += 1;
    expect(streams.find(ASKER, `${log.id}/7`)).toBeUndefined();
  });

  it.each([
    ['another key', { ...ASKER, owner: 'bob' }],
    ['another question', { ...ASKER, asked: 'How old is the kiln?' }],
  ])('gives nothing to %s', (_, other) => {
    const log = streams.open(ASKER);
    expect(streams.find(other, `${log.id}/1`)).toBeUndefined();
  });

  it.each(['', '/', 'stream_1', 'stream_1/', 'stream_1/-1', 'stream_1/x', '/1', `${'s'.repeat(101)}/1`, 'stream_99/1'])(
    'finds nothing under the id %j',
    (id) => {
      expect(streams.find(ASKER, id)).toBeUndefined();
    },
  );

  it('keeps a thousand streams, the newest', () => {
    const [first, ...others] = Array.from({ length: 1_001 }, () => streams.open(ASKER));
    const isKept = (id = '') => streams.find(ASKER, `${id}/1`) !== undefined;
    expect([isKept(first?.id), isKept(others[0]?.id), isKept(others.at(-1)?.id)]).toEqual([false, true, true]);
  });
});
