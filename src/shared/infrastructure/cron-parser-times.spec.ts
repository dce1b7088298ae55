import { CronParserTimes } from './cron-parser-times.js';

const times = new CronParserTimes();
const at = (text: string) => new Date(`2026-03-01T${text}Z`);

describe('the times of cron expressions', () => {
  it.each(['* * * * *', '* * * * * *', '*/5 * * * * *', '30 * * * * *'])(
    'come once a minute at most, also where an earlier release stored a field of seconds: %s',
    (cron) => {
      expect(times.next(cron, 'UTC', at('00:00:10.000'))).toEqual(at('00:01:00.000'));
      expect(times.next(cron, 'UTC', at('00:01:00.000'))).toEqual(at('00:02:00.000'));
      expect(times.previous(cron, 'UTC', at('00:00:59.999'))).toEqual(at('00:00:00.000'));
    },
  );

  it('are not checked with success where a field of seconds is in front', () => {
    expect(() => times.check('0 3 * * *', 'UTC')).not.toThrow();
    expect(() => times.check('0 0 3 * * *', 'UTC')).toThrow(/field of seconds/u);
  });

  it('are those of the other five fields, where seconds are in front of them', () => {
    expect(times.next('15 0 3 * * *', 'UTC', at('00:00:00.000'))).toEqual(at('03:00:00.000'));
  });
});
