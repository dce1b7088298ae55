import { Pattern, SUBJECT, WHO, does, word, question, sentence } from './english-pattern.js';
import { briefly, isPlural, standsAlone, withoutArticle } from './english-phrases.js';
import {
  CUT,
  SHORT_CUT,
  DUTY,
  PLACE,
  isPlace,
  EMPTY_TOPIC,
  mineOf,
  who,
  subjectIn,
  DONE,
  DONE_VERB,
} from './english-asked.js';

/** Where something is done or found, and whom to ask for it. */
export const PLACE_PATTERNS: readonly Pattern[] = [
  {
    form: sentence`^${SUBJECT} (?:is|are|${DUTY} be|can be|may be|will be) (?:only |also |all )?(?<verb>${DONE_VERB}) (?:in|through|via|using|by using|with|on|at) ${PLACE}${SHORT_CUT}`,
    read: (g, said) => {
      const subject = subjectIn(g, said);
      if (subject === undefined || !isPlace(word(g, 'value'))) return undefined;
      const todo = `${DONE[word(g, 'verb')] ?? 'do'} ${subject}`;
      return question('how', withoutArticle(word(g, 'value')), `where do I ${todo}`, `where to ${todo}`);
    },
  },
  {
    form: sentence`^(?:You (?:can|should|must|may|will|need to|have to)(?: also| then)? |Please |(?:Employees|Staff|Supervisors|Managers) (?:can|should|must|need to) )?(?<do>(?:[Ss]ubmit|[Rr]equest|[Bb]ook|[Rr]eport|[Ff]ile|[Oo]rder|[Tt]rack|[Ee]nter|[Ll]og|[Rr]ecord|[Ss]chedule|[Rr]egister for|[Ss]ign up for|[Aa]pply for|[Cc]reate|[Cc]omplete|[Rr]eserve|[Mm]anage|[Cc]hange|[Uu]pdate|[Ss]hare|[Cc]heck|[Rr]enew|[Rr]eset|[Jj]oin|[Ss]et up|[Pp]urchase|[Bb]uy|[Pp]ay for) (?:(?! or | and )[^,;:\d]){4,45}?) (?:in|through|via|using|by using|on|with) ${PLACE}${SHORT_CUT}`,
    read: (g) => {
      const todo = mineOf(word(g, 'do').charAt(0).toLowerCase() + word(g, 'do').slice(1));
      if (todo === undefined || !isPlace(word(g, 'value')) || todo.split(' ').length < 2) return undefined;
      return question('how', withoutArticle(word(g, 'value')), `where do I ${todo}`, `where to ${todo}`);
    },
  },
  {
    form: sentence`^(?:Please |You (?:can|should|may|must) )?(?:[Cc]ontact|[Ee]mail|[Rr]each out to|[Aa]sk|[Tt]alk to|[Cc]onsult|[Ss]peak with|[Ww]ork with|[Cc]heck with) (?<value>(?:the |your |our |an? )?[A-Za-z][\w'&/-]*(?: [A-Za-z][\w'&/-]*){0,4}?) (?:for (?:help with |questions about |information (?:on|about) |assistance with )?|about |with (?:any )?(?:questions|concerns) (?:about|on|regarding) )(?<topic>[^,;:\d]{6,50}?)${CUT}`,
    read: (g) => {
      const topic = mineOf(word(g, 'topic'));
      const fact = withoutArticle(word(g, 'value'));
      if (topic === undefined || !standsAlone(fact) || !topic.includes(' ')) return undefined;
      if (EMPTY_TOPIC.test(topic)) return undefined;
      return who(`who do I talk to about ${topic}`, fact);
    },
  },
  {
    form: sentence`^${SUBJECT} reports? (?:directly )?to (?<value>[^,;:.\d]{4,40}?)${CUT}`,
    read: (g, said) => {
      const subject = subjectIn(g, said);
      const fact = withoutArticle(word(g, 'value'));
      if (subject === undefined || !standsAlone(fact)) return undefined;
      const asked = `who ${does(subject)} ${subject} report to`;
      return { ...who(asked, fact), embedded: `who ${subject} ${isPlural(subject) ? 'report' : 'reports'} to` };
    },
  },
  {
    form: sentence`^${SUBJECT} (?:is|are) (?:also )?(?:available|accessible|posted|listed|shown|documented|described|explained|tracked) (?:in|on|at|through|from|via) ${PLACE}${SHORT_CUT}`,
    read: (g, said) => {
      const subject = subjectIn(g, said);
      if (subject === undefined || !isPlace(word(g, 'value')) || /^the [a-z]/u.test(subject)) return undefined;
      return question(
        'how',
        withoutArticle(word(g, 'value')),
        `where can I find ${subject}`,
        `where I can find ${subject}`,
      );
    },
  },
  {
    form: sentence`^(?<value>(?:The |Our )?[A-Z][A-Za-z&/-]*(?: [A-Za-z&/-]+){0,5}?) (?:also )?(?<verb>approves?|reviews?|signs?|owns?|runs?|manages?|maintains?|grants?|assigns?|chooses?|leads?|coordinates?|handles?|sends?|publishes|publish|collects?|oversees?|provides?|supports?|decides?|schedules?|pays? for|keeps?|tracks?|updates?) (?<thing>(?:the |an? |all |your |our )?[^,;:\d]{6,50}?)${CUT}`,
    read: (g) => {
      const fact = word(g, 'value').replace(/^(?:The|Our) /u, '');
      const thing = mineOf(briefly(word(g, 'thing')));
      if (/^(?:After|Once|When|If|While|Before|Since|As|Where|Unless|Although|Your)\b/u.test(fact)) return undefined;
      if (!WHO.test(fact) || !standsAlone(fact) || thing === undefined || !thing.includes(' ')) return undefined;
      if (
        /^(?:by|for|in|on|at|with|to|from|as|that|whether|who|if|how|only|one|two|three|four|five|up) /u.test(thing) ||
        /^(?:the|my) [a-z]+$/u.test(thing)
      )
        return undefined;
      const verb = word(g, 'verb');
      const one = isPlural(fact) && !/s\b/u.test(verb.split(' ')[0] ?? '') ? `${verb}s` : verb;
      return who(`who ${one.replace(/^publishs$/u, 'publishes')} ${thing}`, fact);
    },
  },
  {
    form: sentence`^(?<value>(?:The |Our |Your )?[A-Z][A-Za-z&/-]*(?: [A-Za-z&/-]+){0,4}?) (?:can|will) (?:also )?(?<verb>provide|give|issue|send|loan|ship)(?: you| teams| staff| employees)?(?: with)? (?<thing>(?:the |an? |your )?[^,;:\d]{6,50}?)${SHORT_CUT}`,
    read: (g) => {
      const fact = word(g, 'value').replace(/^(?:The|Our|Your) /u, '');
      const thing = mineOf(briefly(word(g, 'thing')));
      const isSomebody = WHO.test(fact) || /^(?:GSA |TTS )?[A-Z]{2,5}$/u.test(fact);
      if (!isSomebody || !standsAlone(fact) || thing === undefined || EMPTY_TOPIC.test(thing)) return undefined;
      if (!thing.includes(' ') || /^(?:with|to|for|in|on) |^(?:the|my) [a-z]+$/u.test(thing)) return undefined;
      return who(`who can get me ${thing.replace(/^my /u, 'my ')}`, fact);
    },
  },
];
