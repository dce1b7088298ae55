import { Pattern, SUBJECT, word, be, passive, question, sentence } from './english-pattern.js';
import { asI, standsAlone, withoutArticle } from './english-phrases.js';

/** How, which papers, what if, and may I. */
export const WAY_PATTERNS: readonly Pattern[] = [
  // How, which papers.
  {
    form: /^(?:To|In order to) (?<do>[a-z][^,;:\d]{6,60}), (?:you(?:'ll| will)? (?:must|need to|should|have to|can|may)(?: first| also)? |please )?(?<act>fill out|fill in|complete|submit|send|email|contact|use|open|create|request|post|ask|file|sign up|sign|join|go to|visit|log in to|put in|apply for|coordinate with|work with|call|notify|enter|provide|attach|download|install|schedule|talk to|reach out to|get|run|click|add) (?<value>[^,;:.]{4,60}?)(?= (?:and|or|with|by|to|in|for|so|that|before|if|when|at|from|on|using|as|which|who|then|through|via)\b|[,;:]|$)/u,
    read: (g) => {
      const todo = asI(word(g, 'do'));
      if (!standsAlone(todo) || !standsAlone(word(g, 'value'))) return undefined;
      const isForm =
        /\b(?:form|request|application|agreement|certificate|document|letter|survey|ticket|questionnaire|worksheet|memo|voucher)\b/iu.test(
          word(g, 'value'),
        );
      const fact = withoutArticle(word(g, 'value'));
      return isForm
        ? question('papers', fact, `what do I have to hand in to ${todo}`, `what I have to hand in to ${todo}`)
        : question('how', fact, `how do I ${todo}`, `how to ${todo}`);
    },
  },
  // What if.
  {
    form: /^If (?<cond>you(?:'re|'ve| are| have)? [^,;:\d]{6,60}), (?:then |please )?(?:you(?:'ll| will)? (?:must|need to|should|have to|can|may)(?: also| first)? |please )?(?<act>contact|ask|email|talk to|reach out to|notify|tell|inform|message|call|use|submit|complete|fill out|file|request|post|report|let|send|return|check|consult|follow|apply for|coordinate with|get in touch with|work with|check with|speak with|speak to|schedule|create|update|bring|turn off|add|take|book|open|get) (?<value>[^,;:.]{3,50}?)(?= (?:and|or|with|by|to|in|for|so|that|before|if|when|at|from|on|using|as|know|about|who|which|immediately|first|through|via|after|during|within)\b|[,;:]|$)/u,
    read: (g) => {
      const cond = asI(word(g, 'cond'));
      if (
        !standsAlone(cond) ||
        !standsAlone(word(g, 'value')) ||
        /^(?:up|out|in|on|off|to|for|with|care|part|place|note|steps?|action)\b/iu.test(word(g, 'value')) ||
        /\b(?:questions?|problems?|issues?|more)$/iu.test(cond)
      )
        return undefined;
      const isWho =
        /^(?:contact|ask|email|talk to|reach out to|notify|tell|inform|message|call|let|consult|coordinate with|get in touch with|work with|check with|speak with|speak to)$/u.test(
          word(g, 'act'),
        );
      const fact = withoutArticle(word(g, 'value'));
      return isWho
        ? question('who', fact, `who do I talk to if ${cond}`, `who to talk to if ${cond}`)
        : question('case', fact, `what should I do if ${cond}`, `what to do if ${cond}`);
    },
  },
  {
    form: /^(?<who>An?|Any|Each) (?<thing>[a-z][a-z -]{2,30}?) that (?<cond>(?:has|is|fails|breaks|exceeds|lacks|misses|does not|was|needs|takes|uses|stays|cannot)\b[^,;:\d]{0,35}?) (?:is|are|will be) (?:then |automatically )?(?<value>[a-z]+ed|shut down|cut off|taken out|sent back|put aside)\b/u,
    read: (g) => {
      const thing = word(g, 'thing');
      if (!standsAlone(`${thing} ${word(g, 'cond')}`)) return undefined;
      const a = /^[aeiou]/u.test(thing) ? 'an' : 'a';
      return question('case', word(g, 'value'), `what happens when ${a} ${thing} ${word(g, 'cond')}`);
    },
  },
  {
    form: /^(?:If|When) (?<cond>(?!you\b)[a-z][^,;:\d]{6,50}), (?<subject>(?:the |an? |all )?[A-Za-z][A-Za-z' -]{2,30}?) (?:is|are|will be) (?:then |automatically |first )?(?<value>[a-z]+ed(?: (?:to|from|in|by|into|out|off) [^,;:.\d]{3,30}?)?)(?=[,;:]| (?:and|or|before|after|until|so|but|because|since|as|within|for)\b|$)/u,
    read: (g) => {
      const cond = word(g, 'cond');
      if (!standsAlone(cond)) return undefined;
      return question('case', word(g, 'value'), `what happens if ${cond}`);
    },
  },
  {
    form: sentence`^${SUBJECT} (?:is|are) (?<verb>[a-z]+(?:ed|en|un|ld|pt|nt)) by (?<value>[a-z]+ing [^,;:.]{3,50}?)(?=[,;:]| (?:and|or|so|which|that|because|since|as|until|before|after)\b|$)`,
    read: (g, said) => (standsAlone(word(g, 'value')) ? passive(g, said, 'how', 'how') : undefined),
  },
  // May I.
  {
    form: sentence`^(?<subject>(?!You\b)[^,;:\d]{3,40}?)(?:[^,;:]{0,60} and)? (?<not>must not|may not|cannot|can't|should not) (?<do>(?!(?:be|need|want|have|know|see|notice)\b)(?<verb>[a-z]+) [^,;:\d]{4,40}?)(?=[,;:]| (?:because|since|as|so)\b|$)`,
    read: (g, said) => {
      const subject = said(word(g, 'subject'));
      if (!standsAlone(word(g, 'do'))) return undefined;
      const allowed = `${be(subject)} ${subject} allowed to ${word(g, 'do')}`;
      return question(
        'may',
        `${word(g, 'not')} ${word(g, 'verb')}`,
        allowed,
        `whether ${subject} ${be(subject)} allowed to ${word(g, 'do')}`,
      );
    },
  },
  {
    form: /^You (?<can>can|may)(?: also)? (?<do>(?<verb>request|take|buy|book|bring|work|share|install|claim|carry|change|cancel|extend|donate|attend|invite|publish|store|enroll|apply|combine|transfer|participate|travel|rent|drive|expense|upload|fly|ship|export|record|join|submit|send) [^,;:\d]{5,46}?)(?=[,;:]| (?:because|since|as|so|which|by|via|through)\b|$)/u,
    read: (g) => {
      const todo = asI(word(g, 'do'));
      if (!standsAlone(todo) || /\b(?:any|anything|almost|everything|whatever)\b/iu.test(todo)) return undefined;
      return {
        ...question(
          'may',
          `${word(g, 'can')} ${word(g, 'verb')}`,
          `am I allowed to ${todo}`,
          `whether I'm allowed to ${todo}`,
        ),
        wrong: [`cannot ${word(g, 'verb')}`],
      };
    },
  },
  {
    form: /^You (?<not>cannot|can't|may not|must not|should not|shouldn't|are not allowed to|aren't allowed to) (?<do>(?<verb>[a-z]+) [^,;:\d]{5,50}?)(?=[,;:]| (?:because|since|as|so)\b|$)/u,
    read: (g) => {
      const todo = asI(word(g, 'do'));
      if (!standsAlone(todo) || /^(?:be|need|want|have|know|see|notice)$/u.test(word(g, 'verb'))) return undefined;
      return {
        ...question(
          'may',
          `${word(g, 'not')} ${word(g, 'verb')}`,
          `am I allowed to ${todo}`,
          `whether I'm allowed to ${todo}`,
        ),
        wrong: [`You can ${word(g, 'verb')}`],
      };
    },
  },
];
