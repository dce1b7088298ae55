import { Pattern, SUBJECT, word, be, whoBy, WHO, question, sentence } from './english-pattern.js';
import { asI, briefly, standsAlone } from './english-phrases.js';

/** Where things are, and who decides. */
export const PEOPLE_PATTERNS: readonly Pattern[] = [
  // Where.
  {
    form: sentence`^${SUBJECT} (?:is|are|must be|should be|will be) (?<verb>stored|kept|saved|published|logged|written|recorded|posted|listed|documented|found|held|located|hosted|announced|collected|sent|reported|tracked|archived) (?:in|on|at|to|under|with) (?<value>(?:the |a |an )?[A-Za-z][\w-]*(?: [A-Za-z][\w-]*){0,3}?)(?=[,;:]| (?:and|or|for|so|that|which|because|since|when|if|by|with|before|after|within|until|from|in|on|at|of|as|to|through|via|every|each|once|where|then)\b|$)`,
    read: (g, said) => {
      const subject = said(word(g, 'subject'));
      const value = word(g, 'value').replace(/^(?:the|an?) /u, '');
      if (!standsAlone(value) || value.length < 4) return undefined;
      const verb = /^(?:located|found)$/u.test(word(g, 'verb')) ? '' : ` ${word(g, 'verb')}`;
      return question('how', value, `where ${be(subject)} ${subject}${verb}`, `where ${subject} ${be(subject)}${verb}`);
    },
  },
  // Who.
  {
    form: sentence`^${SUBJECT} (?:is|are|must be|should be|needs to be|will be) (?:also )?(?<verb>approved|reviewed|signed|run|owned|operated|granted|led|maintained|decided|managed|handled|funded|overseen|hosted|coordinated|administered|conducted|sent|written|created|provided|published|facilitated|organized|issued|processed|determined|assigned|chosen|selected|appointed|set|paid for|made|developed|drafted) by (?<value>(?:the |our |your |a |an )?[A-Z]?[A-Za-z-]+(?: [A-Za-z][a-z-]+){0,3}?)(?= (?:and|before|after|when|who|which|in|at|within|on|for|with|by|if|once|every|each|as)\b|[,;:]|$)`,
    read: (g, said) => whoBy(g, said),
  },
  {
    form: /^(?<value>The [A-Za-z][A-Za-z -]{3,30}?) (?<verb>approves|decides on|reviews|signs|owns|runs|manages|maintains|grants|assigns|chooses|leads|coordinates|pays for|answers|watches|opens|checks|tests|writes|informs|handles|sends|publishes|collects|oversees) (?<thing>[^,;:\d]{4,45}?)(?:[,;:]| and | before | after | when | within | every |$)/u,
    read: (g) => {
      // Machines run and write things too; people ask who for people.
      if (!WHO.test(word(g, 'value'))) return undefined;
      const thing = asI(briefly(word(g, 'thing')));
      // `the relationship`, `the set`: only the previous sentence says which.
      if (/^the [a-z]+$/u.test(thing)) return undefined;
      if (!standsAlone(thing) || /^(?:by|for|in|on|at|with|to|from) /u.test(thing)) return undefined;
      return question('who', word(g, 'value').replace(/^The /u, ''), `who ${word(g, 'verb')} ${thing}`);
    },
  },
  {
    form: /^(?<value>(?:[Tt]he |[Aa]n? |[Yy]our |[Oo]ur )?[A-Z]?[A-Za-z&'/]+(?: [A-Z]?[A-Za-z&'/]+){0,5}?) (?:will|must|should|is required to|has to|needs to) (?:then |also |first )?(?<verb>approve|review|provide|draft|notify|send|make|run|document|file|host|arrange|set|submit|write|schedule|verify|assign|sign|process|create|coordinate|determine|decide|confirm|pay|conduct|handle|prepare|grant|update|collect|publish|order|issue|complete|justify|book|select|choose|set up|check) (?<thing>(?:the |an? |your |all )?[^,;:\d]{4,45}?)(?=[,;:]| (?:and|or|before|after|when|within|every|in|on|by|via|through|to|so|with|if|for|using|as|at|that|which|upon|based)\b|$)/u,
    read: (g) => {
      const value = word(g, 'value').replace(/^(?:the|an?|your|our) /iu, '');
      const thing = asI(briefly(word(g, 'thing')));
      if (!WHO.test(value) || !standsAlone(value) || !standsAlone(thing) || thing.split(' ').length < 3)
        return undefined;
      if (/^(?:by|for|in|on|at|with|to|from|via|through|as|of|whether|if) /u.test(thing)) return undefined;
      if (/^the [a-z]+$/u.test(thing) || /\b(?:of|for|to|the|a|an|my)$/u.test(thing)) return undefined;
      const asked = `who has to ${word(g, 'verb')} ${thing}`;
      return question('who', value, asked);
    },
  },
];
