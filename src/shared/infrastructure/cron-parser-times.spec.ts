import { CronParserTimes } from './cron-parser-times.js';

const times = new CronParserTimes();
const at = (text: string) => new Date(`2026-03-01T${text}Z`);

describe('the times of cron expressions', () => {
  it.each(['* * * * *', '* * * * * *', '*/5 * * * * *', '30 * * * * *'])(
    'are at least a minute apart, also if an earlier release stored a field of seconds: %s',
    (cron) => {
      expect(times.next(cron, 'UTC', at('00:00:10.000'))).toEqual(at('00:01:00.000'));
      expect(times.next(cron, 'UTC', at('00:01:00.000'))).toEqual(at('00:02:00.000'));
      expect(times.previous(cron, 'UTC', at('00:00:59.999'))).toEqual(at('00:00:00.000'));
    },
  );

  it('fail the check with a leading field of seconds', () => {
    expect(() => times.check('0 3 * * *', 'UTC')).not.toThrow();
    expect(() => times.check('0 0 3 * * *', 'UTC')).toThrow(/field of seconds/u);
  });

  it('are those of the last five fields with a leading field of seconds', () => {
    expect(times.next('15 0 3 * * *', 'UTC', at('00:00:00.000'))).toEqual(at('03:00:00.000'));
  });
});
