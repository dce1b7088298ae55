import { Pattern, SUBJECT, word, unitOf, question, sentence } from './english-pattern.js';
import { thirdPersonOf } from './english-dues.js';
import { A_TIME, asI, isPlural, NUMBER, standsAlone, withoutArticle } from './english-phrases.js';

/** Ends of a noun phrase: the next word starts another part of the sentence. */
const CUT = String.raw`(?= (?:and|or|with|by|to|in|for|so|that|before|if|when|at|from|on|using|as|who|which|until|after|during|within|about|via|through|because|since|unless|prior|directly|first|early|ahead|right)\b|[,;:]|$)`;
const DUTY = String.raw`(?:must|need to|have to|should|are required to|'ll need to|will need to)`;
const ACT = String.raw`(?:contact|ask|email|talk to|reach out to|notify|inform|message|call|consult|coordinate with|work with|check with|get in touch with|speak with|speak to)`;
/** A person, an office or a place that answers: it has a name, or an office's noun. */
const CONTACT = String.raw`(?<value>(?:the |your |our |an? )?[A-Za-z][\w'&/-]*(?: [A-Za-z][\w'&/-]*){0,4}?)`;

/** Whether a phrase can be the answer to "who do I talk to": it names somebody. */
const isContact = (value: string): boolean =>
  standsAlone(value) &&
  !/^(?:you|me|someone|anyone|people|everyone|questions?|if|for|them)$/iu.test(withoutArticle(value));

function talkTo(value: string, topic: string): ReturnType<Pattern['read']> {
  if (!isContact(value) || !standsAlone(topic) || /\b(?:questions?|problems?|issues?|help|more)$/iu.test(topic))
    return undefined;
  const asked = `who do I talk to ${topic}`;
  return question('who', withoutArticle(value), asked, `who to talk to ${topic}`);
}

/** Rules of a handbook: whom to ask, what comes first, who may, what is forbidden, and how much is needed. */
export const RULE_PATTERNS: readonly Pattern[] = [
  {
    form: sentence`^(?:(?:If you have|For|If you need)(?: any| more| further)? )(?:questions?|help|assistance|support|information|issues|problems|details)? ?(?:about|on|with|regarding) (?<topic>[^,;:\d]{4,45}), (?:please |you can |you may |you should )?${ACT} ${CONTACT}${CUT}`,
    read: (g) => talkTo(word(g, 'value'), `about ${asI(word(g, 'topic'))}`),
  },
  {
    form: sentence`^(?:You (?:can|may|should|must|need to) )?${ACT.replace('(?:contact', '(?:[Cc]ontact|Ask|Email|Talk to|Reach out to|Notify|Work with|contact')} ${CONTACT} (?:if|when) (?<cond>you [^,;:\d]{6,50})$`,
    read: (g) => talkTo(word(g, 'value'), `if ${asI(word(g, 'cond'))}`),
  },
  {
    form: sentence`^(?:(?:[Yy]ou|[Ee]mployees|[Ss]taff|[Tt]eam members) ${DUTY} )(?<first>(?<act>[a-z]+(?: up| out| in)?) [^,;:\d]{4,50}?) (?:before|prior to) (?<then>[a-z]+ing [^,;:\d]{4,50})$`,
    read: (g) => {
      const then = asI(word(g, 'then'));
      const first = word(g, 'first');
      if (!standsAlone(then) || !standsAlone(first) || word(g, 'act') === 'be') return undefined;
      // Much has to be done before something: the verb says which part of it is asked for.
      const asked = `what do I have to ${word(g, 'act')} before ${then}`;
      return question('how', first, asked, `what I have to ${word(g, 'act')} before ${then}`);
    },
  },
  {
    form: sentence`^Before (?<then>(?:you )?[a-z]+(?:ing)? [^,;:\d]{4,50}), (?:please |you ${DUTY} |make sure (?:that )?you )?(?<value>(?<act>[a-z]+(?: up| out| in)?) [^,;:\d]{4,45}?)${CUT}`,
    read: (g) => {
      const then = asI(word(g, 'then'));
      const value = word(g, 'value');
      if (
        !standsAlone(then) ||
        !standsAlone(value) ||
        /^(?:be|is|you|the|a|an|all|make|if|it|we|they|there|this)(?: |$)/u.test(word(g, 'act'))
      )
        return undefined;
      const asked = `what do I have to do before ${then}`;
      return question('how', value, asked, `what to do before ${then}`);
    },
  },
  {
    form: /^Only (?<value>[^,;:\d]{4,50}?) (?:can|may|are allowed to|is allowed to|have access to|has access to) (?<do>(?!be\b)[a-z]+ [^,;:\d]{4,50}?)(?=[,;:]| (?:because|since|as|so|in|by)\b|$)/u,
    read: (g) => {
      const value = word(g, 'value');
      if (!standsAlone(value) || !standsAlone(word(g, 'do')) || /^(?:after|if|when|in|then)\b/u.test(value))
        return undefined;
      const asked = `who is allowed to ${asI(word(g, 'do'))}`;
      return question('who', withoutArticle(value), asked);
    },
  },
  {
    form: /^(?<value>(?:The |An? )?[A-Z][\w'&/-]*(?: [A-Za-z][\w'&/-]*){0,5}?) (?:is|are) (?:also )?responsible for (?<thing>[^,;:\d]{5,50}?)(?=[,;:]| and [a-z]+ing\b| (?:including|as|by|via|when|in)\b|$)/u,
    read: (g) => {
      const value = word(g, 'value').replace(/^(?:The|An?|Your|Our) /u, '');
      const thing = asI(word(g, 'thing'));
      if (
        !standsAlone(value) ||
        !standsAlone(thing) ||
        /^(?:You|They|All|Each|We|It|Everyone|Who|I)\b/u.test(value) ||
        !thing.includes(' ') ||
        // `checking hours logged`: by whom and where is cut off.
        / [a-z]+ed$/u.test(thing) ||
        / (?:and|or) /u.test(thing)
      )
        return undefined;
      const [first = '', ...rest] = thing.split(' ');
      const verb = thirdPersonOf(first);
      // `granting access` is what somebody does; `the chapter` is what somebody looks after.
      const asked = verb === undefined ? `who takes care of ${thing}` : `who ${verb} ${rest.join(' ')}`;
      return question('who', value, asked);
    },
  },
  {
    form: /^(?<value>[A-Z][^,;:\d]{4,60}?) are (?:also )?eligible (?<rel>for|to) (?<thing>[^,;:\d]{4,45}?)(?=[,;:]| (?:and|or|as|by|via|when|after|if|through|in)\b|$)/u,
    read: (g) => {
      const value = word(g, 'value');
      if (
        !standsAlone(value) ||
        !standsAlone(word(g, 'thing')) ||
        /^(?:You|They|We|If|When|Most|Many)\b/u.test(value) ||
        /^(?:many|some|various)\b/u.test(word(g, 'thing'))
      )
        return undefined;
      const asked = `who can get ${asI(word(g, 'thing'))}`;
      if (word(g, 'rel') === 'to') return undefined;
      return question('who', value.replace(/^All /u, ''), asked);
    },
  },
  {
    form: /^(?<not>Do not|Don't|Never) (?<verb>[a-z]+) (?<rest>[^,;:\d]{5,45}?)(?=[,;:]| (?:because|since|as|so|unless|without|until|but)\b|$)/u,
    read: (g) => {
      const todo = `${word(g, 'verb')} ${asI(word(g, 'rest'))}`;
      if (
        !standsAlone(todo) ||
        /^(?:be|feel|hesitate|forget|worry|wait|let|assume|expect|think|try|need)$/u.test(word(g, 'verb'))
      )
        return undefined;
      return {
        ...question('may', `${word(g, 'not')} ${word(g, 'verb')}`, `is it OK to ${todo}`, `whether it's OK to ${todo}`),
        wrong: [`You can ${word(g, 'verb')}`],
      };
    },
  },
  {
    form: sentence`^(?:To (?<aim>[a-z][^,;:\d]{4,45}), )?(?:[Yy]ou|[Ee]mployees|[Ss]taff|[Aa]pplicants) (?:must|need to|have to|should) have (?:at least |worked (?:for )?(?:at least )?)${A_TIME} of (?<thing>[a-z][^,;:\d]{3,40}?)(?: to (?<end>[a-z][^,;:\d]{4,45}))?$`,
    read: (g) => {
      const aim = asI(word(g, 'aim') === '' ? word(g, 'end') : word(g, 'aim'));
      if (!standsAlone(aim) || !standsAlone(word(g, 'thing'))) return undefined;
      const unit = unitOf(word(g, 'value'));
      return question(
        'often',
        word(g, 'value'),
        `how many ${unit} of ${word(g, 'thing')} do I need to ${aim}`,
        `how many ${unit} of ${word(g, 'thing')} I need to ${aim}`,
      );
    },
  },
  {
    form: sentence`^(?:Please )?(?<do>(?:Fill out|Submit|Send|Request|Book|Complete|File|Notify|Tell|Post|Schedule|Register|Sign up|Ask|Announce|Report|Share|Email)(?: [^,;:\d]{4,50}?)?) (?:at least |about )?${A_TIME} (?:before|prior to|in advance|ahead)\b`,
    read: (g) => {
      const todo = asI(word(g, 'do').charAt(0).toLowerCase() + word(g, 'do').slice(1));
      // `schedule interpreters to arrive 15 minutes before`: the time belongs to the second verb.
      if (!standsAlone(todo) || / to [a-z]+$/u.test(todo)) return undefined;
      return question(
        'limit',
        word(g, 'value'),
        `how far ahead do I need to ${todo}`,
        `how far ahead I need to ${todo}`,
      );
    },
  },
  {
    form: sentence`^${SUBJECT} (?:can|may|will) (?:request|take|use|earn|receive|get|claim|carry over|accrue|donate) (?:up to|a maximum of|at most|no more than) (?<value>${NUMBER} (?:[a-z]+ )?(?:hours?|days?|weeks?|months?))(?: of)? (?<thing>[^,;:\d]{4,40}?)(?=[,;:]| (?:and|or|per|each|in|if|when|to|for)\b|$)`,
    read: (g, said) => {
      const subject = said(word(g, 'subject'));
      if (!standsAlone(word(g, 'thing'))) return undefined;
      const unit = unitOf(word(g, 'value'));
      const who = /^you$/iu.test(word(g, 'subject')) ? 'I' : subject;
      if (who !== 'I' && !isPlural(who)) return undefined;
      return question(
        'often',
        word(g, 'value'),
        `how many ${unit} of ${word(g, 'thing')} can ${who} get at most`,
        `how many ${unit} of ${word(g, 'thing')} ${who} can get at most`,
      );
    },
  },
];
