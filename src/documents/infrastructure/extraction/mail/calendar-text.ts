import { onOneLine } from '../../../../text/folded-text.js';
import type { DocumentBlock } from '../../../domain/document-block.js';
import { UnreadableFileError } from '../../../domain/text-extractor.js';
import { sensibleTitle } from '../document-title.js';
import type { DoneReply } from '../extraction-task.js';
import { formatNumber } from '../number-format.js';
import { renderBlocks } from '../render-blocks.js';

/** A line of a calendar (RFC 5545, 3.1): its value, and its parameters by their names in capitals. */
interface Property {
  readonly value: string;
  readonly parameters: ReadonlyMap<string, string>;
}

/** The properties of an event or a task by their names in capitals, each in the order of the file. */
type Entry = ReadonlyMap<string, readonly Property[]>;

const ENTRIES: ReadonlySet<string> = new Set(['VEVENT', 'VTODO']);
const PARAMETER = /;([\w-]{1,40})=(?:"([^"]{0,500})"|([^";]{0,500}))/gu;
const TIME = /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)\d{0,2}(Z?))?/u;
const DAY_MS = 86_400_000;
const UNITS: Readonly<Record<string, string>> = {
  DAILY: 'day',
  WEEKLY: 'week',
  MONTHLY: 'month',
  YEARLY: 'year',
  HOURLY: 'hour',
  W: 'weeks',
  D: 'days',
  H: 'hours',
  M: 'minutes',
};
const WEEKDAYS = 'Monday Tuesday Wednesday Thursday Friday Saturday Sunday'.split(' ');

/** A calendar file (`.ics`): each event with its times, place and people. */
export function readCalendar(text: string, encoding: string): DoneReply {
  const entries = entriesOf(text);
  if (entries.length === 0) throw new UnreadableFileError('it is declared as a calendar but has no event');
  const [title] = entries.length === 1 ? entries.map((entry) => sensibleTitle(textOf(entry, 'SUMMARY'))) : [];
  return { status: 'done', ...renderBlocks(entries.flatMap((entry) => blocksOf(entry, true))), title, encoding };
}

/** The events of a calendar in a mail. @param isAlone the mail has no text, which mostly repeats the description */
export function calendarBlocks(text: string, isAlone: boolean): DocumentBlock[] {
  return entriesOf(text).flatMap((entry) => blocksOf(entry, isAlone));
}

function entriesOf(text: string): Entry[] {
  const entries: Entry[] = [];
  const open: { name: string; properties: Map<string, Property[]> }[] = [];
  for (const line of text.replaceAll(/\r?\n[ \t]/gu, '').split(/\r?\n/u)) {
    const { name, property } = propertyOf(line);
    if (name === 'BEGIN') open.push({ name: property.value.toUpperCase(), properties: new Map() });
    else if (name === 'END') {
      const ended = open.pop();
      if (ended !== undefined && ENTRIES.has(ended.name)) entries.push(ended.properties);
    } else {
      const properties = open.at(-1)?.properties;
      const known = properties?.get(name);
      if (known === undefined) properties?.set(name, [property]);
      else known.push(property);
    }
  }
  return entries;
}

function propertyOf(line: string): { readonly name: string; readonly property: Property } {
  let isQuoted = false;
  let end = 0;
  for (; end < line.length && (isQuoted || line[end] !== ':'); end++) if (line[end] === '"') isQuoted = !isQuoted;
  const head = line.slice(0, end);
  const parameters = Array.from(head.matchAll(PARAMETER), ([, name = '', quoted, bare]) => {
    return [name.toUpperCase(), quoted ?? bare ?? ''] as const;
  });
  const [name = ''] = head.split(';', 1);
  return { name: name.trim().toUpperCase(), property: { value: line.slice(end + 1), parameters: new Map(parameters) } };
}

function blocksOf(entry: Entry, hasDescription: boolean): DocumentBlock[] {
  const summary = onOneLine(textOf(entry, 'SUMMARY'));
  const all = (name: string, shown: (property: Property) => string) => (entry.get(name) ?? []).map(shown);
  const time = (property: Property) => timeOf(property);
  const lines: readonly (readonly [name: string, values: readonly string[]])[] = [
    ['Status', textOf(entry, 'STATUS') === 'CANCELLED' ? ['cancelled'] : []],
    ['Start', all('DTSTART', time)],
    ['End', [...all('DTEND', endOf), ...all('DUE', time)]],
    ['Duration', all('DURATION', ({ value }) => value.replaceAll(/\d{1,9}[WDHM]|./gu, durationOf).trim())],
    ['Repeats', all('RRULE', ({ value }) => repetitionOf(value))],
    ['Except', all('EXDATE', time)],
    ['Instead of', all('RECURRENCE-ID', time)],
    ['Place', [onOneLine(textOf(entry, 'LOCATION'))].filter(Boolean)],
    ['Organizer', all('ORGANIZER', personOf)],
    ['Attendees', all('ATTENDEE', personOf)],
  ];
  const shown = lines.flatMap(([name, values]) => (values.length === 0 ? [] : [`${name}: ${values.join(', ')}`]));
  const description = hasDescription ? textOf(entry, 'DESCRIPTION').trim() : '';
  return [
    ...(summary === '' ? [] : [{ kind: 'heading' as const, level: 1, text: summary }]),
    ...[shown.join('\n'), description].filter(Boolean).map((text) => ({ kind: 'paragraph' as const, text })),
  ];
}

function textOf(entry: Entry, name: string): string {
  const value = entry.get(name)?.[0]?.value ?? '';
  return value.replaceAll(/\\(.)/gu, (_, sign: string) => (sign.toLowerCase() === 'n' ? '\n' : sign));
}

/** Times with their zone, as in `2026-03-10 14:00 (Asia/Seoul)`. @param dayBefore a whole day is the one before */
function timeOf({ value, parameters }: Property, dayBefore = false): string {
  return value
    .split(',')
    .map((time) => {
      const [, year, month, day, hour, minute, utc] = TIME.exec(time) ?? [];
      if (year === undefined) return time;
      const shift = dayBefore && hour === undefined ? DAY_MS : 0;
      const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)) - shift).toISOString().slice(0, 10);
      const zone = utc === 'Z' ? 'UTC' : parameters.get('TZID');
      const clock = hour === undefined ? '' : ` ${hour}:${minute ?? ''}`;
      return `${date}${clock}${clock === '' || zone === undefined ? '' : ` (${zone})`}`;
    })
    .join(', ');
}

/** The end of a whole day is the day after it. */
const endOf = (end: Property): string => timeOf(end, true);

function durationOf(part: string): string {
  return /\d/u.test(part) ? `${part.slice(0, -1)} ${UNITS[part.slice(-1)] ?? ''} ` : '';
}

/** A person by name and address. */
function personOf({ value, parameters }: Property): string {
  const address = value.replace(/^mailto:/iu, '');
  const name = parameters.get('CN') ?? '';
  return name === '' || name === address ? address : `${name} <${address}>`;
}

/** A rule of repetition (RFC 5545, 3.3.10) in words; parts that are rare are shown as they are. */
function repetitionOf(rule: string): string {
  const parts = new Map(
    rule.split(';').map((part) => [part.split('=', 1).join('').toUpperCase(), part.split('=')[1] ?? '']),
  );
  const [unit, interval] = [UNITS[parts.get('FREQ') ?? ''] ?? parts.get('FREQ') ?? '', parts.get('INTERVAL') ?? '1'];
  const words = [interval === '1' ? `every ${unit}` : `every ${interval} ${unit}s`];
  for (const [name, value] of parts) {
    if (name === 'BYDAY') words.push(`on ${value.split(',').map(weekdayOf).join(', ')}`);
    else if (name === 'BYMONTHDAY') words.push(`on day ${value}`);
    else if (name === 'BYMONTH') words.push(`in month ${value}`);
    else if (name === 'UNTIL') words.push(`until ${timeOf({ value, parameters: new Map() })}`);
    else if (name === 'COUNT') words.push(`${value} times`);
    else if (!['FREQ', 'INTERVAL', 'WKST'].includes(name)) words.push(`${name} ${value}`);
  }
  return words.join(', ');
}

/** `2MO` is the second Monday, `-1FR` the last Friday. */
function weekdayOf(value: string): string {
  const place = Number.parseInt(value, 10);
  const day = WEEKDAYS.find((name) => name.toUpperCase().startsWith(value.slice(-2))) ?? value;
  if (!Number.isFinite(place)) return day;
  return `the ${place === -1 ? 'last' : formatNumber(Math.abs(place), 'ordinal')} ${day}`;
}
