import { WorkerTextExtractor } from '../worker-text-extractor.js';

const calendar = (...lines: readonly string[]) => ['BEGIN:VCALENDAR', ...lines, 'END:VCALENDAR'].join('\r\n');
const event = (...lines: readonly string[]) => calendar('BEGIN:VEVENT', ...lines, 'END:VEVENT');
const DRILL = event(
  'SUMMARY:소방 훈련\\, 2차',
  'DTSTART;TZID=Asia/Seoul:20260310T140000',
  'DTEND;TZID="Asia/Seoul":20260310T150000',
  'LOCATION:동쪽 마당\\; 정문',
  'ORGANIZER;CN="Kim: safety":mailto:kim@example.org',
  'ATTENDEE;PARTSTAT=ACCEPTED;CN=Lee:MAILTO:lee@example.org',
  'ATTENDEE:mailto:park@exa',
  ' mple.org',
  'RRULE:FREQ=MONTHLY;INTERVAL=2;BYDAY=2TU,-1FR;UNTIL=20261231T000000Z;WKST=MO',
  'EXDATE;TZID=Asia/Seoul:20260714T140000',
  'DESCRIPTION:Bring a vest.\\nBe on time.',
  'BEGIN:VALARM',
  'DESCRIPTION:Reminder',
  'END:VALARM',
);
const SHOWN = [
  'Start: 2026-03-10 14:00 (Asia/Seoul)',
  'End: 2026-03-10 15:00 (Asia/Seoul)',
  'Repeats: every 2 months, on the 2nd Tuesday, the last Friday, until 2026-12-31 00:00 (UTC)',
  'Except: 2026-07-14 14:00 (Asia/Seoul)',
  'Place: 동쪽 마당; 정문',
  'Organizer: Kim: safety <kim@example.org>',
  'Attendees: Lee <lee@example.org>, park@example.org',
].join('\n');

describe('a calendar', () => {
  const extractor = new WorkerTextExtractor();
  afterAll(() => extractor.close());
  const textOf = async (text: string, name = 'a.ics') =>
    (await extractor.extract(Buffer.from(text), name, { caller: 'a' })).text;
  const mailOf = (parts: readonly string[]) =>
    ['From: a@b.example', 'Subject: Drill', 'Content-Type: multipart/mixed; boundary=x', '', ...parts, '--x--'].join(
      '\r\n',
    );
  const part = (type: string, body: string) => `--x\r\nContent-Type: ${type}; charset=utf-8\r\n\r\n${body}`;

  it('as a file is its events with times, zone, place, people and repetitions', async () => {
    expect(await textOf(DRILL)).toBe(`소방 훈련, 2차\n\n${SHOWN}\n\nBring a vest.\nBe on time.`);
  });

  it('in a mail is text of the mail, once, and without the description that the mail repeats', async () => {
    const text = await textOf(
      mailOf([
        part('text/plain', 'Bring a vest.'),
        part('text/calendar; method=REQUEST', DRILL),
        part('application/ics; name=invite.ics', DRILL),
      ]),
      'a.eml',
    );
    expect(text).toContain(`Bring a vest.\n\n소방 훈련, 2차\n\n${SHOWN}`);
    expect(text.split('동쪽 마당')).toHaveLength(2);
    expect(text.split('Bring a vest')).toHaveLength(2);
    expect(await textOf(mailOf([part('text/calendar', DRILL)]), 'a.eml')).toContain('Be on time.');
  });

  it.each([
    [
      'a whole day ends on the day',
      event('DTSTART;VALUE=DATE:20260509', 'DTEND;VALUE=DATE:20260510'),
      'Start: 2026-05-09\nEnd: 2026-05-09',
    ],
    [
      'a length',
      event('DTSTART:20260509T090000Z', 'DURATION:PT1H30M'),
      'Start: 2026-05-09 09:00 (UTC)\nDuration: 1 hours 30 minutes',
    ],
    [
      'a cancelled event',
      event('STATUS:CANCELLED', 'DTSTART:20260509T0900'),
      'Status: cancelled\nStart: 2026-05-09 09:00',
    ],
    ['a task', calendar('BEGIN:VTODO', 'DUE:20260509', 'END:VTODO'), 'End: 2026-05-09'],
    [
      'a weekly event',
      event('RRULE:FREQ=WEEKLY;BYDAY=MO,WE;COUNT=10'),
      'Repeats: every week, on Monday, Wednesday, 10 times',
    ],
  ])('shows %s', async (_, text, shown) => {
    expect(await textOf(text)).toBe(shown);
  });

  it('without an event is refused', async () => {
    await expect(textOf(calendar('VERSION:2.0'))).rejects.toThrow('has no event');
    await expect(textOf('hello')).rejects.toThrow('has no event');
  });
});
