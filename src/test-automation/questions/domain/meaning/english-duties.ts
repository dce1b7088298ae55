import { Pattern, SUBJECT, WHO, be, does, dueBy, word, question, sentence } from './english-pattern.js';
import { asI, briefly, isPlural, standsAlone, withoutArticle } from './english-phrases.js';

/** Who somebody or something is: a name of up to five words, or an office. */
const SOMEBODY = String.raw`(?<value>(?:the |your |our |an? |their )?[A-Za-z][\w'&/-]*(?: [A-Za-z][\w'&/-]*){0,4}?)`;
const CUT = String.raw`(?= (?:and|or|before|after|when|if|once|prior|within|at|on|in|by|via|for|to|so|with|as|who|which|that|using|through|about)\b|[,;:]|$)`;
const DUTY = String.raw`(?:must|should|need to|needs to|have to|has to|will need to|'ll need to|are required to|is required to)`;
const DATE = String.raw`(?<value>(?:the )?(?:(?:close of business|COB|end|beginning|first|last|start|middle|noon|midnight)\b[^,;:.]{0,40}?|(?:January|February|March|April|May|June|July|August|September|October|November|December) \d{1,2}(?:st|nd|rd|th)?|(?:Mon|Tues|Wednes|Thurs|Fri)day[^,;:.]{0,20}?))`;

const isSomebody = (value: string): boolean =>
  standsAlone(value) && (/^[A-Z]{2,}/u.test(withoutArticle(value)) || WHO.test(value));

/** Duties and their offices, dates and consequences. */
export const DUTY_PATTERNS: readonly Pattern[] = [
  {
    form: sentence`^${SUBJECT} (?:must|should|needs? to|ha(?:s|ve) to|will need to|will) (?:first |also )?be (?<verb>(?:reviewed|approved|signed|checked|cleared|vetted|authorized|signed off)(?: and [a-z]+ed)?)(?: on)? by ${SOMEBODY}${CUT}`,
    read: (g, said) => {
      const subject = said(word(g, 'subject'));
      const value = word(g, 'value').replace(/^(?:the|an?|your|our|their) /iu, '');
      if (!isSomebody(value) || !standsAlone(subject) || !subject.includes(' ')) return undefined;
      const asked = `who has to ${/approv|sign|author|clear/u.test(word(g, 'verb')) ? 'sign off on' : 'look at'} ${subject}`;
      return question('who', value, asked);
    },
  },
  {
    form: sentence`^(?:[A-Z][^,;:\d]{3,40}?) ${DUTY} (?:also |first )?(?:get|obtain|receive|have)(?: (?:advanced?|prior|written|verbal|their))* (?:approval|permission|consent|sign-?off) from ${SOMEBODY} before (?<do>[a-z]+ing [^,;:\d]{5,60})$`,
    read: (g) => {
      const value = word(g, 'value').replace(/^(?:the|an?|your|our|their) /iu, '');
      const todo = asI(word(g, 'do'));
      if (!isSomebody(value) || !standsAlone(todo)) return undefined;
      const asked = `who has to agree before ${todo}`;
      return question('who', value, asked);
    },
  },
  {
    form: sentence`^[A-Z][^,;:\d]{2,40}? who (?:want|wish|need|would like|are looking|plan) to (?<do>[a-z][^,;:\d]{6,60}?) (?:should|must|can|may|need to|have to) (?:first |also )?(?:email|contact|ask|talk to|reach out to|notify|message|call|consult|work with|check with|speak with) ${SOMEBODY}${CUT}`,
    read: (g) => {
      const todo = asI(word(g, 'do').replace(/\btheir\b/gu, 'my'));
      const value = word(g, 'value').replace(/^(?:the|an?|your|our|their) /iu, '');
      if (!standsAlone(todo) || !standsAlone(value)) return undefined;
      const asked = `if I want to ${todo}`;
      return question('who', value, `who do I talk to ${asked}`, `who to talk to ${asked}`);
    },
  },
  {
    form: /^(?:(?:If you|[A-Z][^,;:\d]{2,40}? who) (?:want|wish|need|would like|are looking|plan|intend) to (?<do>[a-z][^,;:]{6,70}?),? (?:please |you (?:must|need to|should|can|will need to|'ll need to) |must |should |need to |can )(?:first |also )?(?:submit|complete|fill out|fill in|use|file|open|create|request|post in|go to|ask in|join) (?<value>(?:an? |the |your |our )?[^,;:.\d]{4,45}?))(?= (?:and|or|through|via|by|in|on|at|to|for|from|with|before|so|which|that|using|when|if)\b|[,;:]|$)/u,
    read: (g) => {
      const todo = asI(word(g, 'do').replace(/\btheir\b/gu, 'my'));
      const value = withoutArticle(word(g, 'value'));
      if (!standsAlone(todo) || !standsAlone(value)) return undefined;
      return question('case', value, `what should I do if I want to ${todo}`, `what to do if I want to ${todo}`);
    },
  },
  {
    form: sentence`^(?<value>(?:The |Your |Our |An? )?[A-Z]?[A-Za-z&'/-]+(?: [A-Za-z&'/-]+){0,5}?) (?:can|will|is available to|are available to) (?:also )?(?:help|assist|support)(?: you| employees| staff| teams)? (?:with|in) (?<thing>[^,;:\d]{6,60}?)(?=[,;:]| (?:and|by|so|as|if|when|including|through|via)\b|$)`,
    read: (g) => {
      const value = word(g, 'value').replace(/^(?:the|an?|your|our) /iu, '');
      const thing = asI(word(g, 'thing'));
      if (!isSomebody(value) || !standsAlone(thing) || !thing.includes(' ')) return undefined;
      const asked = `who can help me with ${thing}`;
      return question('who', value, asked);
    },
  },
  {
    form: sentence`^(?:Please )?(?<verb>[Ss]end|[Ss]ubmit|[Ff]orward|[Rr]eturn|[Mm]ail|[Rr]eport) (?<thing>(?:the |your |any |all |an? )?[^,;:\d]{6,50}?) to ${SOMEBODY}${CUT}`,
    read: (g) => {
      const value = withoutArticle(word(g, 'value'));
      const thing = asI(briefly(word(g, 'thing')));
      if (
        !isSomebody(value) ||
        !standsAlone(thing) ||
        !thing.includes(' ') ||
        / to |\b(?:message|e-?mail|note|copy)$/u.test(thing)
      )
        return undefined;
      const verb = word(g, 'verb').toLowerCase();
      return question('who', value, `who do I ${verb} ${thing} to`, `who to ${verb} ${thing} to`);
    },
  },
  {
    form: sentence`^${SUBJECT} (?:must|should|needs? to|ha(?:s|ve) to|will) be (?<verb>submitted|completed|finished|filed|sent|entered|approved|signed|returned|used|posted|updated|finalized) (?:by|before|no later than) ${DATE}${CUT}`,
    read: (g, said) => {
      const subject = said(word(g, 'subject'));
      return standsAlone(subject) ? dueBy(subject, g) : undefined;
    },
  },
  {
    form: sentence`^(?:(?:You|Employees|Supervisors|Staff|Everyone) ${DUTY} |Please )(?<do>[a-z]+ [^,;:\d]{5,55}?) (?:by|no later than) ${DATE}${CUT}`,
    read: (g) => {
      const todo = asI(word(g, 'do').replace(/\btheir\b/gu, 'my'));
      if (!standsAlone(todo) || /^be /u.test(todo)) return undefined;
      return question('limit', word(g, 'value'), `by when do I have to ${todo}`, `by when I have to ${todo}`);
    },
  },
  {
    form: sentence`^${SUBJECT} (?:(?:meets?|happens?|takes? place|occurs?) (?<value>(?:once |twice )?(?:every [^,;:.]{3,25}?|weekly|biweekly|monthly|quarterly|annually|once an? (?:week|month|quarter|year)))|(?:is|are) (?<verb>held|updated|published|audited|paid out|reviewed|run|sent|released|offered) (?<often>(?:once |twice )?(?:every [^,;:.]{3,25}?|weekly|biweekly|monthly|quarterly|annually|once an? (?:week|month|quarter|year))))(?=[,;:]| (?:and|on|at|in|to|for|by|with|from|via|during)\b|$)`,
    read: (g, said) => {
      const subject = said(word(g, 'subject'));
      const value = word(g, 'value') === '' ? word(g, 'often') : word(g, 'value');
      if (!standsAlone(subject) || !subject.includes(' ')) return undefined;
      const verb = word(g, 'verb');
      return verb === ''
        ? question(
            'often',
            value,
            `how often ${does(subject)} ${subject} happen`,
            `how often ${subject} ${isPlural(subject) ? 'happen' : 'happens'}`,
          )
        : question(
            'often',
            value,
            `how often ${be(subject)} ${subject} ${verb}`,
            `how often ${subject} ${be(subject)} ${verb}`,
          );
    },
  },
  {
    form: /^(?:You|Employees|Staff) (?:must|need to|have to|should) (?<do>[a-z]+ [^,;:\d]{5,55}?),? or (?:else )?(?:you|they) (?:will|may|might) (?<value>(?!be able)[a-z]+ [^,;:.]{2,40}?)(?=[,;:]| (?:and|or|because|since|until)\b|$)/u,
    read: (g) => {
      const todo = asI(word(g, 'do'));
      if (!standsAlone(todo)) return undefined;
      const asked = `what happens if I don't ${todo}`;
      return question('case', word(g, 'value'), asked);
    },
  },
  {
    form: /^If you (?<cond>[^,;:\d]{6,60}), (?:then )?(?:you|your [a-z]+(?: [a-z]+)?) (?:will|may|might|could) (?<value>(?:not be|be (?!asked|able)|lose|forfeit|no longer|have your)[^,;:.]{3,45}?)(?=[,;:]| (?:and|or|because|since|until|so|before|after|as)\b|$)/u,
    read: (g) => {
      const cond = asI(`you ${word(g, 'cond')}`);
      if (!standsAlone(cond) || !standsAlone(word(g, 'value'))) return undefined;
      const asked = `what happens if ${cond}`;
      return question('case', word(g, 'value'), asked);
    },
  },
  {
    form: sentence`^${SUBJECT} (?<not>must not|may not|cannot|can't|should not|must never|should never) be (?<verb>[a-z]+(?:ed|en|un|ld|pt|nt))(?<rest> (?:with|in|on|to|for|outside|without|by|as|from|at) [^,;:\d]{4,40}?)?(?=[,;:]| (?:because|since|as|so|unless|and|or|but)\b|$)`,
    read: (g, said) => {
      const subject = said(word(g, 'subject'));
      if (!standsAlone(subject) || !subject.includes(' ')) return undefined;
      const rest = `${word(g, 'verb')}${asI(word(g, 'rest'))}`;
      return question(
        'may',
        `${word(g, 'not')} be ${word(g, 'verb')}`,
        `can ${subject} be ${rest}`,
        `whether ${subject} can be ${rest}`,
      );
    },
  },
  {
    form: /^(?:We|TTS|18F|GSA|Teams|You (?:can|should|must|may)|[Pp]lease|Staff) ?use(?:s)? (?<value>[A-Z][\w-]*(?: [A-Z][\w-]*){0,3}) (?<rel>to|for|as) (?<do>[a-z][^,;:\d]{6,60}?)(?=;| (?:so|because|since|when|if|which)\b|$)/u,
    read: (g) => {
      const todo = asI(word(g, 'do'));
      if (!standsAlone(todo) || /\band\b/u.test(todo)) return undefined;
      const rel = word(g, 'rel');
      return question('how', word(g, 'value'), `what do we use ${rel} ${todo}`, `what we use ${rel} ${todo}`);
    },
  },
];
