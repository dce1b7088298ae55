import {
  Pattern,
  END,
  SUBJECT,
  word,
  does,
  passive,
  active,
  mine,
  isModal,
  unitOf,
  question,
  sentence,
} from './english-pattern.js';
import { A_TIME, asI, isPlural, NUMBER, standsAlone, TIME } from './english-phrases.js';

/** What has to be done by when, how long something takes, and how often it happens. */
export const TIME_PATTERNS: readonly Pattern[] = [
  // What I have to do, and by when.
  {
    form: sentence`^(?:(?:To|In order to) (?<aim>[a-z][^,;:\d]{4,50}), |[^,;:]{3,60}, )?(?:[Yy]ou|[Ee]mployees|[Ss]taff) (?:must|need to|have to|should|are required to) (?<do>[a-z][^,;:\d]{4,60}?) within ${A_TIME}(?<tail> (?:of|after) [^,;:\d]{3,40})?${END}`,
    read: (g) => mine(g, 'how long do I have to', 'how long I have to', 'limit'),
  },
  {
    form: sentence`(?:^|, )(?:[Yy]ou|[Ee]mployees|[Ss]taff) (?:must|need to|have to|should) (?<do>[a-z][^,;:\d]{4,60}?) ${A_TIME} (?<rel>before|prior to|in advance)(?: of)?(?<tail> [^,;:\d]{3,30})?${END}`,
    read: (g) => mine(g, 'how far ahead do I need to', 'how far ahead I need to', 'limit'),
  },
  {
    form: sentence`(?:^|, )[Yy]ou (?:can|may|will|'ll)(?: only| also)? (?<verb>take|use|get|receive|have|request|earn|carry over|claim|spend|keep|work|accrue|store|book) ${A_TIME}(?: of (?<thing>[^,;:\d]{3,36}?))?(?<tail> (?:per|each|for|when|if|in|to|after|of) [^,;:\d]{3,60})?$`,
    read: (g) => {
      const unit = unitOf(word(g, 'value'));
      const thing = asI(word(g, 'thing'));
      if (thing !== '' && !standsAlone(thing)) return undefined;
      if (thing === '' || !standsAlone(word(g, 'tail').replace(/^ ?/u, 'x'))) return undefined;
      const tail = asI(word(g, 'tail'));
      const verb = word(g, 'verb');
      return question(
        'often',
        word(g, 'value'),
        `how many ${unit} of ${thing} can I ${verb}${tail}`,
        `how many ${unit} of ${thing} I can ${verb}${tail}`,
      );
    },
  },
  // How long, how soon, how often.
  {
    form: sentence`^${SUBJECT} (?:is|are) (?<verb>kept|stored|retained|held|archived|saved) for ${A_TIME}${END}`,
    read: (g, said) => {
      const subject = said(word(g, 'subject'));
      return question(
        'duration',
        word(g, 'value'),
        `how long do we hang on to ${subject}`,
        `how long we hang on to ${subject}`,
      );
    },
  },
  {
    form: sentence`^${SUBJECT} (?:is|are) (?<verb>valid|good|active|available|searchable|locked|blocked|reserved|visible) for ${A_TIME}${END}`,
    read: (g, said) =>
      passive(word(g, 'verb') === 'valid' ? { ...g, verb: 'good for' } : g, said, 'how long', 'duration'),
  },
  {
    form: sentence`^${SUBJECT} (?:expires?|lapses?|ends?|times? out|runs? out) after ${A_TIME}${END}`,
    read: (g, said) => {
      const subject = said(word(g, 'subject'));
      return question('duration', word(g, 'value'), `how long until ${subject} run${isPlural(subject) ? '' : 's'} out`);
    },
  },
  {
    form: sentence`^${SUBJECT} (?<verb>takes?|lasts?) ${A_TIME}${END}`,
    read: (g, said) => active(g, said, 'how long', 'duration'),
  },
  {
    form: sentence`^${SUBJECT} (?:can|may|will) (?<verb>take|last) ${A_TIME}${END}`,
    read: (g, said) => active(g, said, 'how long', 'duration'),
  },
  {
    form: sentence`^${SUBJECT} (?:is|are|must be|should be|will be) (?<verb>[a-z]+(?:ed|en|un|ld|pt|id|de|nt)(?: up| out| on)?) (?:at least |about )?(?<value>every ${NUMBER} ${TIME})${END}`,
    read: (g, said) => passive(g, said, 'how often', 'often'),
  },
  {
    form: sentence`^${SUBJECT} (?<verb>[a-z]+s?)(?: (?<object>[^,;:\d]{3,30}?))? (?:at least |about )?(?<value>every ${NUMBER} ${TIME})${END}`,
    read: (g, said) =>
      isModal(g) ||
      word(g, 'subject').split(' ').length > 4 ||
      isPlural(said(word(g, 'subject'))) === word(g, 'verb').endsWith('s')
        ? undefined
        : active(g, said, 'how often', 'often'),
  },
  {
    form: sentence`^${SUBJECT} (?:must|should|need to|needs to|has to|have to) (?<do>[a-z]+(?: [^,;:\d]{3,30}?)?) (?:at least |about )?(?<value>every ${NUMBER} ${TIME})${END}`,
    read: (g, said) => {
      const subject = said(word(g, 'subject'));
      if (/^you$/iu.test(subject))
        return question(
          'often',
          word(g, 'value'),
          `how often do I need to ${asI(word(g, 'do'))}`,
          `how often I need to ${asI(word(g, 'do'))}`,
        );
      return question(
        'often',
        word(g, 'value'),
        `how often ${does(subject)} ${subject} have to ${word(g, 'do')}`,
        `how often ${subject} ${isPlural(subject) ? 'have' : 'has'} to ${word(g, 'do')}`,
      );
    },
  },
  {
    form: sentence`^${SUBJECT} (?:is|are|must be|should be|will be) (?<verb>[a-z]+(?:ed|en|un|ld|pt|id|de|nt)(?: up| out| on)?) within ${A_TIME}${END}`,
    read: (g, said) => passive(g, said, 'how quickly', 'limit'),
  },
  {
    form: sentence`^${SUBJECT} (?:will|must|should|has to|have to|needs to) (?<do>[a-z][^,;:\d]{3,40}?) within ${A_TIME}${END}`,
    read: (g, said) => {
      const subject = said(word(g, 'subject'));
      if (/^you$/iu.test(subject)) return undefined;
      return question(
        'limit',
        word(g, 'value'),
        `how quickly will ${subject} ${asI(word(g, 'do'))}`,
        `how quickly ${subject} will ${asI(word(g, 'do'))}`,
      );
    },
  },
];
