import { Pattern, END, SUBJECT, word, be, does, single, passive, active, DURATION, OFTEN } from './english-pattern.js';
import { A_COUNT, A_TIME, ABOUT, baseVerb, isPlural, MONEY, NUMBER, TIME } from './english-phrases.js';

/** How much and how many. */
export const AMOUNT_PATTERNS: readonly Pattern[] = [
  // How much, how many.
  {
    form: new RegExp(String.raw`^${SUBJECT} (?:costs?|is|are) ${MONEY}${END}`, 'u'),
    read: (g, said) => {
      const subject = said(word(g, 'subject'));
      return {
        asks: 'amount',
        slot: 'amount',
        direct: `how much ${be(subject)} ${subject}`,
        embedded: `how much ${subject} ${be(subject)}`,
        facts: single(word(g, 'value')),
      };
    },
  },
  {
    form: new RegExp(
      String.raw`^${SUBJECT} (?:is|are) (?:limited|capped|restricted) to ${ABOUT}(?<value>${NUMBER} [a-z]+)${END}`,
      'u',
    ),
    read: (g, said) => {
      const subject = said(word(g, 'subject'));
      return {
        asks: 'amount',
        slot: 'value',
        direct: `what's the limit on ${subject}`,
        embedded: `what the limit on ${subject} is`,
        facts: single(word(g, 'value')),
      };
    },
  },
  {
    form: new RegExp(
      String.raw`^${SUBJECT} (?:can't|cannot|must not|may not|should not) (?:exceed|be longer than|be more than) (?<value>${NUMBER} [a-z]+)${END}`,
      'u',
    ),
    read: (g, said) => {
      const subject = said(word(g, 'subject'));
      return {
        asks: 'amount',
        slot: 'value',
        direct: `how long can ${subject} be at most`,
        embedded: `how long ${subject} can be at most`,
        facts: single(word(g, 'value')),
      };
    },
  },
  {
    form: new RegExp(
      String.raw`^${SUBJECT} (?<verb>needs?|requires?|has|have|holds?|accepts?|contains?|must have|should have|uses?|gets?|sends?|covers?|keeps?|serves?|stores?|supports?|allows?|returns?|loads?|includes?|handles?|receives?) ${A_COUNT}${END}`,
      'u',
    ),
    read: (g, said) => {
      const subject = said(word(g, 'subject'));
      const unit = word(g, 'unit');
      if (/^you$/iu.test(word(g, 'subject')) || new RegExp(TIME, 'u').test(unit) || /(?: as| than)$/u.test(unit))
        return undefined;
      const verb = baseVerb(word(g, 'verb').replace(/^(?:must|should) /u, ''));
      return {
        asks: 'amount',
        slot: 'count',
        direct: `how many ${unit} ${does(subject)} ${subject} ${verb}`,
        embedded: `how many ${unit} ${subject} ${isPlural(subject) ? verb : word(g, 'verb')}`,
        facts: single(word(g, 'value')),
      };
    },
  },
  {
    form: new RegExp(
      String.raw`^${SUBJECT} (?:is|are|will be) (?:automatically |then )?(?<verb>[a-z]+(?:ed|en|un|ld|pt|id|nt)) after ${A_TIME}${END}`,
      'u',
    ),
    read: (g, said) => {
      const subject = said(word(g, 'subject'));
      const until = `how long until ${subject} ${isPlural(subject) ? 'get' : 'gets'} ${word(g, 'verb')}`;
      return { ...DURATION, direct: until, embedded: until, facts: single(word(g, 'value')) };
    },
  },
  {
    form: new RegExp(
      String.raw`^${SUBJECT} (?<verb>runs?|starts?|begins?|ends?|opens?|closes?|happens?|takes? place) (?:[^,;:\d]{0,24} )?at (?<value>\d{1,2}:\d{2}(?: UTC| [ap]\.?m\.?)?)${END}`,
      'u',
    ),
    read: (g, said) => active(g, said, 'what time', OFTEN),
  },
  {
    form: new RegExp(String.raw`^${SUBJECT} (?:is|are) set to (?<value>[\d.,]{1,16} ?[a-zA-Z%]{0,20})${END}`, 'u'),
    read: (g, said) => {
      const set = { ...g, verb: 'set to', value: word(g, 'value').trim() };
      return passive(set, said, 'what', { asks: 'amount', slot: 'value' });
    },
  },
];
