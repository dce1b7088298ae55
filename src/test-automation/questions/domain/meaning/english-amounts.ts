import { Pattern, END, SUBJECT, word, be, does, passive, active, question, sentence } from './english-pattern.js';
import { A_COUNT, A_TIME, ABOUT, baseVerb, isPlural, MONEY, NUMBER, TIME } from './english-phrases.js';

/** How much and how many. */
export const AMOUNT_PATTERNS: readonly Pattern[] = [
  // How much, how many.
  {
    form: sentence`^${SUBJECT} (?:costs?|is|are) ${MONEY}${END}`,
    read: (g, said) => {
      const subject = said(word(g, 'subject'));
      return question(
        'price',
        word(g, 'value'),
        `how much ${be(subject)} ${subject}`,
        `how much ${subject} ${be(subject)}`,
      );
    },
  },
  {
    form: sentence`^${SUBJECT} (?:is|are) (?:limited|capped|restricted) to ${ABOUT}(?<value>${NUMBER} [a-z]+)${END}`,
    read: (g, said) => {
      const subject = said(word(g, 'subject'));
      return question('size', word(g, 'value'), `what's the limit on ${subject}`, `what the limit on ${subject} is`);
    },
  },
  {
    form: sentence`^${SUBJECT} (?:can't|cannot|must not|may not|should not) (?:exceed|be longer than|be more than) (?<value>${NUMBER} [a-z]+)${END}`,
    read: (g, said) => {
      const subject = said(word(g, 'subject'));
      return question(
        'size',
        word(g, 'value'),
        `how long can ${subject} be at most`,
        `how long ${subject} can be at most`,
      );
    },
  },
  {
    form: sentence`^${SUBJECT} (?<verb>needs?|requires?|has|have|holds?|accepts?|contains?|must have|should have|uses?|gets?|sends?|covers?|keeps?|serves?|stores?|supports?|allows?|returns?|loads?|includes?|handles?|receives?) ${A_COUNT}${END}`,
    read: (g, said) => {
      const subject = said(word(g, 'subject'));
      const unit = word(g, 'unit');
      if (/^you$/iu.test(word(g, 'subject')) || new RegExp(TIME, 'u').test(unit) || /(?: as| than)$/u.test(unit))
        return undefined;
      const verb = baseVerb(word(g, 'verb').replace(/^(?:must|should) /u, ''));
      return question(
        'often',
        word(g, 'value'),
        `how many ${unit} ${does(subject)} ${subject} ${verb}`,
        `how many ${unit} ${subject} ${isPlural(subject) ? verb : word(g, 'verb')}`,
      );
    },
  },
  {
    form: sentence`^${SUBJECT} (?:is|are|will be) (?:automatically |then )?(?<verb>[a-z]+(?:ed|en|un|ld|pt|id|nt)) after ${A_TIME}${END}`,
    read: (g, said) => {
      const subject = said(word(g, 'subject'));
      const until = `how long until ${subject} ${isPlural(subject) ? 'get' : 'gets'} ${word(g, 'verb')}`;
      return question('duration', word(g, 'value'), until);
    },
  },
  {
    form: sentence`^${SUBJECT} (?<verb>runs?|starts?|begins?|ends?|opens?|closes?|happens?|takes? place) (?:[^,;:\d]{0,24} )?at (?<value>\d{1,2}:\d{2}(?: UTC| [ap]\.?m\.?)?)${END}`,
    read: (g, said) => active(g, said, 'what time', 'often'),
  },
  {
    form: sentence`^${SUBJECT} (?:is|are) set to (?<value>[\d.,]{1,16} ?[a-zA-Z%]{0,20})${END}`,
    read: (g, said) => {
      const set = { ...g, verb: 'set to', value: word(g, 'value').trim() };
      return passive(set, said, 'what', 'size');
    },
  },
];
