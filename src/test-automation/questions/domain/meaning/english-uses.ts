import { Pattern, SUBJECT, be, word, question, sentence } from './english-pattern.js';
import { NUMBER, standsAlone, withoutArticle } from './english-phrases.js';
import { CUT, SHORT_CUT, DUTY, PEOPLE, mineOf, subjectIn } from './english-asked.js';

/** What something is for, what it needs, how it is done, and when. */
export const USE_PATTERNS: readonly Pattern[] = [
  {
    form: sentence`^${SUBJECT} (?:is|are|should be|can be|must be|may be|will be) (?:only |mainly |primarily )?(?:used|meant|intended|reserved) (?:only )?(?:for|to) (?<value>[^,;:.]{8,60}?)${CUT}`,
    read: (g, said) => {
      const subject = subjectIn(g, said);
      if (subject === undefined || !standsAlone(word(g, 'value'))) return undefined;
      return question(
        'how',
        word(g, 'value'),
        `what ${be(subject)} ${subject} for`,
        `what ${subject} ${be(subject)} for`,
      );
    },
  },
  {
    form: sentence`^(?:(?:We|You can|You should|Please|Teams|Staff|[Uu]se) )?(?:[Uu]se )?(?<value>(?:the )?[A-Z][\w.-]*(?: [A-Z][\w.-]*){0,3}) (?:lets|allows|enables|helps)(?: (?:you|us|teams|staff|users|people|employees))? (?:to )?(?<do>[a-z]+ [^,;:\d]{6,50}?)${CUT}`,
    read: (g) => {
      const todo = mineOf(word(g, 'do'));
      if (todo === undefined || !/^(?!to|with|for|in|on|a|an|the|any|all|make|agencies|it)[a-z]+ /u.test(todo))
        return undefined;
      if (!/^(?!The|This|That|It|If|When)/u.test(word(g, 'value'))) return undefined;
      return question(
        'how',
        withoutArticle(word(g, 'value')),
        `what can I use to ${todo}`,
        `what I can use to ${todo}`,
      );
    },
  },
  {
    form: sentence`(?:^|, )[Tt]he (?<kind>best|easiest|fastest|quickest|preferred|simplest|most reliable) (?<what>way|place|time) to (?<do>[^,;:\d]{6,60}?) is (?<value>(?:to |by |in |at |on |through |via )?[^,;:.]{5,60}?)(?=[,;:]| (?:because|since|as|so|if|which|that|where)\b|$)`,
    read: (g) => {
      const todo = mineOf(word(g, 'do'));
      const fact = word(g, 'value').replace(/^(?:to|by|in|at|on|through|via) /u, '');
      if (todo === undefined || !standsAlone(fact)) return undefined;
      const asked = `${word(g, 'kind')} ${word(g, 'what')} to ${todo}`;
      return question('how', withoutArticle(fact), `what's the ${asked}`, `what the ${asked} is`);
    },
  },
  {
    form: sentence`^${SUBJECT} ${DUTY} (?:also |always )?(?:include|contain|list|state|specify|mention|show) (?<value>[^,;:.]{5,60}?)${CUT}`,
    read: (g, said) => {
      const subject = subjectIn(g, said);
      if (subject === undefined || !standsAlone(word(g, 'value'))) return undefined;
      return question('how', withoutArticle(word(g, 'value')), `what has to be in ${subject}`);
    },
  },
  {
    form: sentence`^${SUBJECT} (?:meets?|happens?|takes? place|occurs?|is held|are held|runs?) (?:[a-z]+ly )?on (?<value>(?:the )?(?:first |second |third |last |every )?(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)days?(?: and (?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)days?)?)`,
    read: (g, said) => {
      const subject = subjectIn(g, said);
      if (subject === undefined) return undefined;
      return question(
        'often',
        word(g, 'value'),
        `what day ${be(subject)} ${subject}`,
        `what day ${subject} ${be(subject)}`,
      );
    },
  },
  {
    form: sentence`^There are (?:currently |about |roughly )?(?<value>${NUMBER} (?<unit>[a-z-]+(?: [a-z-]+)?s)) (?<rest>(?:of|in|for|to|on) [^,;:\d]{4,50}?)${CUT}`,
    read: (g) => {
      const rest = mineOf(word(g, 'rest'));
      if (rest === undefined) return undefined;
      const asked = `how many ${word(g, 'unit')} ${rest}`;
      return question('often', word(g, 'value'), `${asked} are there`, `${asked} there are`);
    },
  },
  {
    form: sentence`^You (?:can|should|must|may|need to|have to|will need to|'ll need to) (?:also |then )?(?<do>(?!be\b|have\b|do\b)[a-z]+ [^,;:\d]{6,50}?) (?<value>by [a-z]+ing [^,;:.]{5,45}?)${CUT}`,
    read: (g) => {
      const todo = mineOf(word(g, 'do'));
      const fact = word(g, 'value').replace(/^by /u, '');
      if (todo === undefined || !standsAlone(fact)) return undefined;
      return question('how', fact, `how do I ${todo}`, `how to ${todo}`);
    },
  },
  {
    form: sentence`^(?:To|In order to) (?<do>[a-z][^,;:\d]{6,60}), (?:the [a-z]+(?: [a-z]+)?|[A-Z][a-z]+(?: [a-z]+)?|you) ${DUTY} (?:also |first )?(?:contact|email|ask|notify|complete|submit|fill out|use|open|sign|get|obtain|have|enroll in|register for|join|create|visit|attend|take|pass|provide|read) (?<value>[^,;:.\d]{4,50}?)${SHORT_CUT}`,
    read: (g) => {
      const todo = mineOf(word(g, 'do'));
      const fact = withoutArticle(word(g, 'value'));
      if (todo === undefined || !standsAlone(fact)) return undefined;
      return question('how', fact, `what do I need to do to ${todo}`, `what I need to do to ${todo}`);
    },
  },
  {
    form: sentence`^${SUBJECT} requires? (?<value>(?!you\b|that\b|[a-z]+ing\b|all\b|only\b|some\b|a lot\b|more\b)[^,;:.\d]{5,50}?)${CUT}`,
    read: (g, said) => {
      const subject = subjectIn(g, said);
      const fact = withoutArticle(word(g, 'value'));
      if (
        subject === undefined ||
        !standsAlone(fact) ||
        PEOPLE.test(subject) ||
        !subject.includes(' ') ||
        / to /u.test(fact)
      )
        return undefined;
      return {
        ...question('how', fact, `what do I need for ${subject}`, `what I need for ${subject}`),
        asks: 'papers',
      };
    },
  },
];
