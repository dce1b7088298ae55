import { Pattern, SUBJECT, be, dueBy, word, question, sentence } from './english-pattern.js';
import { briefly, NUMBER, standsAlone } from './english-phrases.js';
import { CUT, DUTY, PEOPLE, mineOf, subjectIn } from './english-asked.js';

/** Questions about consequences, due dates, and what a rule permits. */
export const CASE_PATTERNS: readonly Pattern[] = [
  {
    form: sentence`^If you(?<cond>(?:'re|'ve|r| ) ?[^,;:\d]{6,60}), (?:then )?you(?:'ll| will)? (?:also )?${DUTY.replace('(?:must', '(?:need to|must')} (?:first |also |then )?(?<value>(?!be\b|have\b|do\b|make sure\b|know\b)[a-z]+ [^,;:.\d]{5,45}?)${CUT}`,
    read: (g) => {
      const cond = mineOf(`you${word(g, 'cond')}`);
      if (cond === undefined || !standsAlone(word(g, 'value'))) return undefined;
      return question('case', word(g, 'value'), `what do I have to do if ${cond}`, `what I have to do if ${cond}`);
    },
  },
  {
    form: /^You (?:may be|are|will be|become|can be) (?:eligible|entitled) (?:for|to) (?<thing>[^,;:\d]{5,50}?),? (?<rel>if|when|once|after) (?<value>[^,;:.]{8,70})$/u,
    read: (g) => {
      const thing = mineOf(word(g, 'thing'));
      if (thing === undefined || !standsAlone(word(g, 'value'))) return undefined;
      return question('may', word(g, 'value'), `when can I get ${thing}`, `when I can get ${thing}`);
    },
  },
  {
    form: sentence`^${SUBJECT} (?<fact>(?:is|are) (?:not |no longer |always )?(?:required|mandatory|necessary|needed|optional))(?<rest> (?:for|to|before|when|if) [^,;:\d]{5,50}?)${CUT}`,
    read: (g, said) => {
      const subject = subjectIn(g, said);
      const rest = mineOf(word(g, 'rest').trim());
      if (subject === undefined || rest === undefined || PEOPLE.test(subject)) return undefined;
      // `Drivers are required to use …`: the subject is who has to do it.
      if (/ required$/u.test(word(g, 'fact')) && rest.startsWith('to ')) return undefined;
      // `No receipts are needed`: the question is about receipts.
      const none = /^no (?<thing>.+)$/iu.exec(subject)?.groups?.['thing'];
      const thing = none ?? subject;
      const isNegative = none !== undefined || / (?:not|no longer) | optional/u.test(word(g, 'fact'));
      const fact = none === undefined ? word(g, 'fact') : `${word(g, 'subject')} ${word(g, 'fact')}`;
      return {
        ...question('may', fact, `do I need ${thing} ${rest}`, `whether I need ${thing} ${rest}`),
        wrong: [isNegative ? 'is required' : 'is not required'],
      };
    },
  },
  {
    form: sentence`^(?:You|Employees|Staff|Teams) (?<not>don't|do not) (?<need>need|have) (?<do>(?:to )?[^,;:\d]{8,55}?)${CUT}`,
    read: (g) => {
      const todo = mineOf(word(g, 'do'));
      if (todo === undefined || (word(g, 'need') === 'have' && !todo.startsWith('to '))) return undefined;
      const [first = ''] = word(g, 'do').replace(/^to /u, '').split(' ');
      const fact = `${word(g, 'not')} ${word(g, 'need')}${word(g, 'do').startsWith('to ') ? ` to ${first}` : ''}`;
      return {
        ...question('may', fact, `do I need ${todo}`, `whether I need ${todo}`),
        wrong: [`you must ${first}`],
      };
    },
  },
  {
    form: sentence`^(?:The (?:due date|deadline) for (?<thing>[^,;:\d]{5,50}?) is|${SUBJECT} (?:is|are) due) (?:on |by |at )?(?<value>(?:the )?(?:\d{1,2} (?:business |working |calendar )?(?:days?|weeks?)|(?:close of business|COB|end|beginning|first|last|start|middle|noon|midnight)\b[^,;:.]{0,40}?|(?:January|February|March|April|May|June|July|August|September|October|November|December) \d{1,2}(?:st|nd|rd|th)?|(?:Mon|Tues|Wednes|Thurs|Fri)days?[^,;:.]{0,20}?))${CUT}`,
    read: (g, said) => {
      const subject = word(g, 'thing') === '' ? subjectIn(g, said) : mineOf(briefly(word(g, 'thing')));
      if (subject === undefined) return undefined;
      return question(
        'limit',
        word(g, 'value'),
        `when ${be(subject)} ${subject} due`,
        `when ${subject} ${be(subject)} due`,
      );
    },
  },
  {
    form: sentence`^(?<ok>It(?:'s| is) (?:perfectly |also |totally )?(?<not>not )?(?:ok|OK|okay|fine|acceptable|allowed|permitted|appropriate)) to (?<do>[a-z]+ [^,;:\d]{6,50}?)${CUT}`,
    read: (g) => {
      const todo = mineOf(word(g, 'do'));
      if (todo === undefined) return undefined;
      return {
        ...question('may', word(g, 'ok'), `can I ${todo}`, `whether I can ${todo}`),
        wrong: [word(g, 'not') === '' ? 'it is not allowed' : 'it is allowed'],
      };
    },
  },
  {
    form: sentence`^(?<subject>(?:Your |The |An? |Any |All )?[^,;:\d]{3,45}?) (?:will|must|may|can|cannot|can't|is to|are to) be (?:automatically |then |immediately )?(?<value>[a-z]+(?:ed|en|un|ld|pt|nt)(?: [a-z]+){0,3}?) (?<rel>if|when|unless|once) (?<cond>[^,;:\d]{8,60})$`,
    read: (g, said) => {
      const subject = subjectIn(g, said);
      const cond = mineOf(word(g, 'cond'));
      if (subject === undefined || cond === undefined || word(g, 'rel') === 'unless') return undefined;
      const asked = `what happens to ${subject} ${word(g, 'rel')} ${cond}`;
      return question('case', word(g, 'value'), asked);
    },
  },
  {
    form: sentence`^(?:Once|After) you(?<cond>(?:'ve|'re| )[^,;:\d]{6,60}), (?<value>(?:you(?:'ll| will) (?:receive|get|be able to|be asked to|be added to|be taken to|see)|(?:the |an? |your )[^,;:\d]{3,30}? will) [^,;:.]{4,50}?)${CUT}`,
    read: (g) => {
      const cond = mineOf(`you${word(g, 'cond')}`);
      const fact = word(g, 'value').replace(/^you(?:'ll| will) /u, '');
      if (cond === undefined || !standsAlone(fact)) return undefined;
      const asked = `what happens after ${cond}`;
      return question('case', fact, asked);
    },
  },
  {
    form: /^(?:If|When) (?<cond>(?!you\b)[a-z][^,;:\d]{6,60}), (?<subject>(?:the |an? |all |your )?[A-Za-z][A-Za-z' -]{2,30}?) (?<value>(?:cannot|can't|must|may not|must not|should|will not|won't|has to|have to|needs to|will) (?!need\b)[a-z]+(?: [^,;:.\d]{3,35}?)?)(?=[,;:]| (?:and|or|before|after|until|so|but|because|since|as|within|for|in|by|to)\b|$)/u,
    read: (g) => {
      const cond = mineOf(word(g, 'cond'));
      if (cond === undefined || !standsAlone(word(g, 'value')) || /\byou\b/iu.test(word(g, 'subject')))
        return undefined;
      const asked = `what happens if ${cond}`;
      return question('case', word(g, 'value'), asked);
    },
  },
  {
    form: sentence`^(?:All |Any )?(?<who>[A-Z][a-z]+(?: [a-z]+)?s) (?<cond>(?:who|that) [^,;:\d]{6,55}?) (?:must|should|need to|have to|are required to) (?:first |also )?(?<value>(?!be\b|have\b|do\b)[a-z]+ [^,;:.\d]{5,45}?)${CUT}`,
    read: (g) => {
      const people = word(g, 'who').charAt(0).toLowerCase() + word(g, 'who').slice(1);
      const cond = word(g, 'cond').replace(/\byour?\b/gu, 'their');
      if (
        !standsAlone(cond.replace(/^(?:who|that) /u, '').replace(/\btheir\b/gu, 'my')) ||
        !standsAlone(word(g, 'value'))
      )
        return undefined;
      return question(
        'case',
        word(g, 'value'),
        `what do ${people} ${cond} have to do`,
        `what ${people} ${cond} have to do`,
      );
    },
  },
  {
    form: sentence`(?:^|, )(?:[Yy]ou|[Ee]mployees|[Ss]upervisors|[Ss]taff) ${DUTY} (?:also )?(?<do>(?!be\b|have\b)[a-z]+ [^,;:\d]{4,50}?) (?:at|on|by) (?<value>the (?:end|beginning|start|first day|last day|close) of (?:each |every |the |your )?[a-z]+(?: [a-z]+){0,2})${CUT}`,
    read: (g) => {
      const todo = mineOf(word(g, 'do'));
      if (todo === undefined) return undefined;
      return question('limit', word(g, 'value'), `when do I have to ${todo}`, `when I have to ${todo}`);
    },
  },
  {
    form: sentence`(?:^|, )[Ii]t is (?:critical|important|essential|vital|required|mandatory) that (?<subject>[^,;:\d]{4,60}?) (?:is|are|be) (?<verb>submitted|completed|finished|filed|sent|entered|approved|signed|returned|posted|updated|finalized|acknowledged|recorded)(?: by [a-z ]{3,30}?)? (?:by|before|no later than) (?<value>(?:the )?(?:(?:end|close|start|first day|last day)\b[^,;:.]{0,40}?|(?:January|February|March|April|May|June|July|August|September|October|November|December) \d{1,2}(?:st|nd|rd|th)?))${CUT}`,
    read: (g, said) => {
      const subject = subjectIn(g, said);
      return subject === undefined ? undefined : dueBy(subject, g);
    },
  },
  {
    form: sentence`(?:^|, |: )(?:employees|staff|applicants|you) (?:must|need to|have to) be (?<state>(?:an?|at|in|on) [^,;:\d]{4,50}?) for (?:at least )?(?<value>${NUMBER} (?:days?|weeks?|months?|years?)) (?:in order )?to (?<do>[a-z]+ [^,;:\d]{5,60}?)${CUT}`,
    read: (g) => {
      const todo = mineOf(word(g, 'do'));
      const state = mineOf(word(g, 'state'));
      if (todo === undefined || state === undefined) return undefined;
      const asked = `before I can ${todo}`;
      return question(
        'often',
        word(g, 'value'),
        `how long do I have to wait ${asked}`,
        `how long I have to wait ${asked}`,
      );
    },
  },
  {
    form: sentence`^(?:All |Any )?(?<who>[A-Z][a-z]+(?: [a-z]+)?s) (?<cond>(?:who|that) [^,;:]{6,60}?) (?:must|should|will|are to) be (?<value>(?!able\b)[a-z]+(?:ed|en|un|ld|pt|nt)(?: (?:to|from|in|out|off|by|into) [^,;:.\d]{3,30}?)?)${CUT}`,
    read: (g) => {
      const people = word(g, 'who').charAt(0).toLowerCase() + word(g, 'who').slice(1);
      const cond = word(g, 'cond');
      if (!standsAlone(cond.replace(/^(?:who|that) /u, ''))) return undefined;
      const asked = `what happens to ${people} ${cond}`;
      return question('case', word(g, 'value'), asked);
    },
  },
  {
    form: sentence`^If you (?<cond>[^,;:\d]{6,50}?),? you (?:will|'ll|may|might) (?<value>(?:not be able to|no longer be able to|lose|be charged|be asked to|be locked out|be unable to) [^,;:.\d]{4,40}?)${CUT}`,
    read: (g) => {
      const cond = mineOf(`you ${word(g, 'cond')}`);
      if (cond === undefined || !standsAlone(word(g, 'value').replace(/\byour?\b/gu, 'my'))) return undefined;
      const asked = `what happens if ${cond}`;
      return question('case', word(g, 'value'), asked);
    },
  },
];
