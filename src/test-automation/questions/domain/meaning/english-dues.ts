import { does, Pattern, word, question, sentence } from './english-pattern.js';
import { ABOUT, asI, isPlural, NUMBER, standsAlone, TIME, withoutArticle } from './english-phrases.js';

const VALUE = String.raw`${ABOUT}(?<value>${NUMBER}(?:(?:-|–| to | or )\d{1,3})? (?:full |unpaid |paid )?${TIME})`;
/** A clause ends here, but not before a preposition. */
const STOP = String.raw`(?=[,;:]| (?:and|but|or|so|because|since|unless|though|while|as long as|depending|once|which|if|when|until|after|regardless)\b|$)`;
/** Time that people get from their work. */
const LEAVE = String.raw`(?:[A-Za-z()]+ ){0,4}?(?:[Ll]eave|time off|time)(?: \([A-Z]+\))?`;
/** `during a calendar year`, `per leave year`. */
const PERIOD = String.raw`(?: (?:during|per|in|each) (?:a |an |the |any )?(?:single )?(?:calendar |fiscal |leave )?(?:year|month|week|pay period))?`;

/** An action in the first person; undefined if it is unclear alone. */
function mineOf(text: string): string | undefined {
  const done = asI(text.replace(/\b(?:all|any) (?=[a-z])/gu, ''));
  return standsAlone(done) && !/ (?:a|an|the|my|of|for|to|in|on)$/u.test(done) ? done : undefined;
}

/** What somebody is entitled to, how long they wait or may take, whose approval and what they need, and where things are found. */
export const DUE_PATTERNS: readonly Pattern[] = [
  {
    // For what the time is: the name of the leave is the documents' word for it.
    form: sentence`(?:^|, )[Yy]ou (?:can|may|will|are able to|are entitled to|are eligible to|can also|are also able to|may also)(?: also)? ?(?:access|take|use|get|receive|request|be granted|have)? ?${VALUE} of (?<kind>${LEAVE})${PERIOD} (?<rel>to|for|when) (?<aim>[^,;:\d]{6,70}?)${STOP}`,
    read: (g) => {
      const aim = mineOf(word(g, 'aim').replace(/^[Yy]ou are /u, ''));
      if (aim === undefined) return undefined;
      const rel = word(g, 'rel') === 'when' ? 'when' : word(g, 'rel');
      // Several kinds of leave are for an illness.
      const kind = /\bsick leave\b/iu.test(word(g, 'kind')) ? 'sick leave' : 'time off';
      return question(
        'often',
        word(g, 'value'),
        `how much ${kind} can I get ${rel} ${aim}`,
        `how much ${kind} I can get ${rel} ${aim}`,
      );
    },
  },
  {
    form: sentence`(?:^|[:;,] )[Ii]t (?:can |may |will |should |usually |typically )?takes? (?:as long as )?${VALUE} to (?<do>[^,;:\d]{6,50}?)${STOP}`,
    read: (g) => {
      const todo = mineOf(word(g, 'do'));
      return todo === undefined
        ? undefined
        : question('duration', word(g, 'value'), `how long does it take to ${todo}`, `how long it takes to ${todo}`);
    },
  },
  {
    form: sentence`(?:^|, )[Yy]ou(?:'ll| will)? (?:receive|get) your (?<thing>[^,;:\d]{4,40}?) ${VALUE} after (?<event>[^,;:\d]{6,40}?)${STOP}`,
    read: (g) => {
      const thing = mineOf(`my ${word(g, 'thing')}`);
      const event = mineOf(word(g, 'event'));
      if (thing === undefined || event === undefined) return undefined;
      return question(
        'limit',
        word(g, 'value'),
        `how long after ${event} do I get ${thing}`,
        `how long after ${event} I get ${thing}`,
      );
    },
  },
  {
    form: sentence`(?:^|, )[Yy]ou(?:'ll| will)? have ${VALUE} to (?<do>[^,;:\d]{6,50}?)${STOP}`,
    read: (g) => {
      const todo = mineOf(word(g, 'do'));
      return todo === undefined
        ? undefined
        : question('limit', word(g, 'value'), `how long do I have to ${todo}`, `how long I have to ${todo}`);
    },
  },
  {
    form: sentence`^(?:It is (?:critical|important|essential|vital) that you|Employees who wish to [^,;:\d]{4,50} must|You must|Please) (?<do>[^,;:\d]{6,50}?) within ${VALUE}(?: (?:of|after|from) (?<event>[^,;:\d]{4,40}?))?${STOP}`,
    read: (g) => {
      const todo = mineOf(word(g, 'do'));
      if (todo === undefined || / (?:so|here|there)$/u.test(todo)) return undefined;
      return question('limit', word(g, 'value'), `how soon do I have to ${todo}`, `how soon I have to ${todo}`);
    },
  },
  {
    form: sentence`^You can (?<do>(?:edit|change|cancel|return|delete|use|extend|restore|renew|carry|keep|access|recover|undo) [^,;:\d]{4,50}?)(?: that has been [a-z]+ in [A-Z][a-z]+)? for ${VALUE}(?: after [^,;:\d]{4,40}?)?${STOP}`,
    read: (g) => {
      const todo = mineOf(word(g, 'do'));
      return todo === undefined
        ? undefined
        : question('duration', word(g, 'value'), `how long can I ${todo}`, `how long I can ${todo}`);
    },
  },
  {
    form: sentence`^(?:Please )?[Aa]llow (?:at least )?${VALUE} for (?<thing>[^,;:\d]{5,40}?)${STOP}`,
    read: (g) => {
      const thing = mineOf(word(g, 'thing'));
      if (thing === undefined || / to /u.test(thing)) return undefined;
      return question(
        'duration',
        word(g, 'value'),
        `how long should I plan for ${thing}`,
        `how long I should plan for ${thing}`,
      );
    },
  },
  {
    form: sentence`^(?:Most |All |Some )?(?<subject>[A-Z]?[^,;:\d]{4,40}?) (?:usually |typically |generally )?(?:takes?|(?:can|will|may|should) take|(?:has|have) been taking) ${VALUE} (?:to (?<do>complete|process|arrive|review|finish|set up))${STOP}`,
    read: (g, said) => {
      const subject = said(word(g, 'subject'));
      if (!standsAlone(subject)) return undefined;
      const doing = word(g, 'do') === 'arrive' ? 'get here' : 'get done';
      return question(
        'duration',
        word(g, 'value'),
        `how long ${does(subject)} ${subject} take to ${doing}`,
        `how long ${subject} ${isPlural(subject) ? 'take' : 'takes'} to ${doing}`,
      );
    },
  },
  {
    form: sentence`(?:^|, )[Yy]ou (?:need to|must|have to) have been (?<state>an? [^,;:\d]{4,40}?) for ${VALUE} (?:in order )?to (?<do>[^,;:\d]{6,50}?)${STOP}`,
    read: (g) => {
      const todo = mineOf(word(g, 'do'));
      const state = word(g, 'state');
      if (todo === undefined) return undefined;
      const asked = `have been ${state} to ${todo}`;
      return question('duration', word(g, 'value'), `how long do I have to ${asked}`, `how long I have to ${asked}`);
    },
  },
  {
    form: /^To (?<do>[a-z][^,;:\d]{6,60}), you(?:'ll)? (?:must|need to|have to|will need to) (?:first )?(?:get|obtain|have|receive)(?: written| verbal| prior)? (?:approval|permission|consent|sign-?off) from (?<value>[^,;:.\d]{4,60}?)(?= (?:before|by|in|via|for|prior)\b|[,;:]|$)/u,
    read: (g) => {
      const todo = mineOf(word(g, 'do'));
      const value = word(g, 'value').replace(/^(?:your|the) (?:immediate )?/u, '');
      if (todo === undefined || !standsAlone(value)) return undefined;
      const asked = `who has to agree before I can ${todo}`;
      return question('who', value, asked);
    },
  },
  {
    form: /^You can (?:also )?(?:find|view|see|access|download|look up|check) (?<thing>(?:your |the |all |information (?:about|on) |a list of )?[^,;:\d]{6,50}?) (?:in|on|at|through|via|from|by (?:logging in ?to|going to|visiting|using)) (?<value>(?:the |your |our )?[A-Z][\w'&/.-]*(?: [A-Z][\w'&/.-]*){0,4}(?: (?:folder|page|site|website|portal|channel|drive|form|app|spreadsheet|tracker|dashboard))?)(?=[.,;:]| (?:and|or|by|for|under|in|on|to|when|if|using|at|with|which|where|as|via|so)\b|$)/u,
    read: (g) => {
      const thing = mineOf(word(g, 'thing').replace(/^(?:information (?:about|on)|a list of) /u, ''));
      if (
        thing === undefined ||
        /^(?:out|how|what|whether|if|when|who)\b|\b(?:more|examples?|details?|them)\b/iu.test(thing)
      )
        return undefined;
      return question('how', withoutArticle(word(g, 'value')), `where do I find ${thing}`, `where to find ${thing}`);
    },
  },
  {
    form: /^(?:To|In order to) (?<do>[a-z][^,;:\d]{6,60}), you(?:'ll| will)? (?:also )?need (?<value>(?:an?|your|the) [^,;:.\d]{4,45}?)(?= (?:from|in|on|that|which|with|to|for|issued|signed|before|by|via)\b|[,;:]|$)/u,
    read: (g) => {
      const todo = mineOf(word(g, 'do'));
      const value = withoutArticle(word(g, 'value'));
      if (todo === undefined || !standsAlone(value) || value.split(' ').length > 5) return undefined;
      return question('papers', value, `what do I need to ${todo}`, `what I need to ${todo}`);
    },
  },
];

/** Verbs whose third person the rule `+s` does not give. */
const GERUNDS: Readonly<Record<string, string>> = Object.fromEntries(
  'approve manage schedule coordinate provide write update organize oversee facilitate maintain create prepare handle train lead run plan recruit set hire review process publish purchase issue analyze evaluate negotiate'
    .split(' ')
    .map((verb) => [gerundOf(verb), verb]),
);

function gerundOf(verb: string): string {
  if (/(?:ee|[^e])$/u.test(verb)) return /(?:run|plan|set)$/u.test(verb) ? `${verb}${verb.slice(-1)}ing` : `${verb}ing`;
  return `${verb.slice(0, -1)}ing`;
}
/** Verbs that add `ing` and `s`. */
const REGULAR =
  /^(?:check|grant|destroy|track|report|answer|assign|monitor|develop|support|collect|review|conduct|inform|order|deliver|mentor|test|draft|submit|post|sort|clean|lock|open|load|print|record|assess|draw|build|help|own|protect|secure)ing$/u;

/** `granting` becomes `grants`; undefined for an unknown verb. */
export function thirdPersonOf(gerund: string): string | undefined {
  const base =
    GERUNDS[gerund] ?? (REGULAR.test(gerund) ? gerund.slice(0, -3).replace(/submitt$/u, 'submit') : undefined);
  if (base === undefined) return undefined;
  return /(?:ss|sh|ch|x)$/u.test(base) ? `${base}es` : `${base}s`;
}
