import {
  Pattern,
  END,
  SUBJECT,
  word,
  does,
  single,
  passive,
  active,
  DURATION,
  LIMIT,
  OFTEN,
  mine,
  isModal,
  unitOf,
} from './english-pattern.js';
import { A_TIME, asI, isPlural, NUMBER, standsAlone, TIME } from './english-phrases.js';

/** What has to be done by when, how long something takes, and how often it happens. */
export const TIME_PATTERNS: readonly Pattern[] = [
  // What I have to do, and by when.
  {
    form: new RegExp(
      String.raw`^(?:(?:To|In order to) (?<aim>[a-z][^,;:\d]{4,50}), |[^,;:]{3,60}, )?(?:[Yy]ou|[Ee]mployees|[Ss]taff) (?:must|need to|have to|should|are required to) (?<do>[a-z][^,;:\d]{4,60}?) within ${A_TIME}(?<tail> (?:of|after) [^,;:\d]{3,40})?${END}`,
      'u',
    ),
    read: (g) => mine(g, 'how long do I have to', 'how long I have to', LIMIT),
  },
  {
    form: new RegExp(
      String.raw`(?:^|, )(?:[Yy]ou|[Ee]mployees|[Ss]taff) (?:must|need to|have to|should) (?<do>[a-z][^,;:\d]{4,60}?) ${A_TIME} (?<rel>before|prior to|in advance)(?: of)?(?<tail> [^,;:\d]{3,30})?${END}`,
      'u',
    ),
    read: (g) => mine(g, 'how far ahead do I need to', 'how far ahead I need to', LIMIT),
  },
  {
    form: new RegExp(
      String.raw`(?:^|, )[Yy]ou (?:can|may|will|'ll)(?: only| also)? (?<verb>take|use|get|receive|have|request|earn|carry over|claim|spend|keep|work|accrue|store|book) ${A_TIME}(?: of (?<thing>[^,;:\d]{3,36}?))?(?<tail> (?:per|each|for|when|if|in|to|after|of) [^,;:\d]{3,60})?$`,
      'u',
    ),
    read: (g) => {
      const unit = unitOf(word(g, 'value'));
      const thing = asI(word(g, 'thing'));
      if (thing !== '' && !standsAlone(thing)) return undefined;
      if (thing === '' || !standsAlone(word(g, 'tail').replace(/^ ?/u, 'x'))) return undefined;
      const tail = asI(word(g, 'tail'));
      const verb = word(g, 'verb');
      return {
        ...OFTEN,
        direct: `how many ${unit} of ${thing} can I ${verb}${tail}`,
        embedded: `how many ${unit} of ${thing} I can ${verb}${tail}`,
        facts: single(word(g, 'value')),
      };
    },
  },
  // How long, how soon, how often.
  {
    form: new RegExp(
      String.raw`^${SUBJECT} (?:is|are) (?<verb>kept|stored|retained|held|archived|saved) for ${A_TIME}${END}`,
      'u',
    ),
    read: (g, said) => {
      const subject = said(word(g, 'subject'));
      return {
        ...DURATION,
        direct: `how long do we hang on to ${subject}`,
        embedded: `how long we hang on to ${subject}`,
        facts: single(word(g, 'value')),
      };
    },
  },
  {
    form: new RegExp(
      String.raw`^${SUBJECT} (?:is|are) (?<verb>valid|good|active|available|searchable|locked|blocked|reserved|visible) for ${A_TIME}${END}`,
      'u',
    ),
    read: (g, said) =>
      passive(word(g, 'verb') === 'valid' ? { ...g, verb: 'good for' } : g, said, 'how long', DURATION),
  },
  {
    form: new RegExp(
      String.raw`^${SUBJECT} (?:expires?|lapses?|ends?|times? out|runs? out) after ${A_TIME}${END}`,
      'u',
    ),
    read: (g, said) => {
      const subject = said(word(g, 'subject'));
      return {
        ...DURATION,
        direct: `how long until ${subject} run${isPlural(subject) ? '' : 's'} out`,
        embedded: `how long until ${subject} run${isPlural(subject) ? '' : 's'} out`,
        facts: single(word(g, 'value')),
      };
    },
  },
  {
    form: new RegExp(String.raw`^${SUBJECT} (?<verb>takes?|lasts?) ${A_TIME}${END}`, 'u'),
    read: (g, said) => active(g, said, 'how long', DURATION),
  },
  {
    form: new RegExp(String.raw`^${SUBJECT} (?:can|may|will) (?<verb>take|last) ${A_TIME}${END}`, 'u'),
    read: (g, said) => active(g, said, 'how long', DURATION),
  },
  {
    form: new RegExp(
      String.raw`^${SUBJECT} (?:is|are|must be|should be|will be) (?<verb>[a-z]+(?:ed|en|un|ld|pt|id|de|nt)(?: up| out| on)?) (?:at least |about )?(?<value>every ${NUMBER} ${TIME})${END}`,
      'u',
    ),
    read: (g, said) => passive(g, said, 'how often', OFTEN),
  },
  {
    form: new RegExp(
      String.raw`^${SUBJECT} (?<verb>[a-z]+s?)(?: (?<object>[^,;:\d]{3,30}?))? (?:at least |about )?(?<value>every ${NUMBER} ${TIME})${END}`,
      'u',
    ),
    read: (g, said) =>
      isModal(g) ||
      word(g, 'subject').split(' ').length > 4 ||
      isPlural(said(word(g, 'subject'))) === word(g, 'verb').endsWith('s')
        ? undefined
        : active(g, said, 'how often', OFTEN),
  },
  {
    form: new RegExp(
      String.raw`^${SUBJECT} (?:must|should|need to|needs to|has to|have to) (?<do>[a-z]+(?: [^,;:\d]{3,30}?)?) (?:at least |about )?(?<value>every ${NUMBER} ${TIME})${END}`,
      'u',
    ),
    read: (g, said) => {
      const subject = said(word(g, 'subject'));
      if (/^you$/iu.test(subject))
        return {
          ...OFTEN,
          direct: `how often do I need to ${asI(word(g, 'do'))}`,
          embedded: `how often I need to ${asI(word(g, 'do'))}`,
          facts: single(word(g, 'value')),
        };
      return {
        ...OFTEN,
        direct: `how often ${does(subject)} ${subject} have to ${word(g, 'do')}`,
        embedded: `how often ${subject} ${isPlural(subject) ? 'have' : 'has'} to ${word(g, 'do')}`,
        facts: single(word(g, 'value')),
      };
    },
  },
  {
    form: new RegExp(
      String.raw`^${SUBJECT} (?:is|are|must be|should be|will be) (?<verb>[a-z]+(?:ed|en|un|ld|pt|id|de|nt)(?: up| out| on)?) within ${A_TIME}${END}`,
      'u',
    ),
    read: (g, said) => passive(g, said, 'how quickly', LIMIT),
  },
  {
    form: new RegExp(
      String.raw`^${SUBJECT} (?:will|must|should|has to|have to|needs to) (?<do>[a-z][^,;:\d]{3,40}?) within ${A_TIME}${END}`,
      'u',
    ),
    read: (g, said) => {
      const subject = said(word(g, 'subject'));
      if (/^you$/iu.test(subject)) return undefined;
      return {
        ...LIMIT,
        direct: `how quickly will ${subject} ${asI(word(g, 'do'))}`,
        embedded: `how quickly ${subject} will ${asI(word(g, 'do'))}`,
        facts: single(word(g, 'value')),
      };
    },
  },
];
