/** Which earlier question a message refers to: `처음에 여쭤본`, `what I asked earlier`, `방금 말씀하신`. */
type Reference = 'first' | 'earlier' | 'last';

const SAID =
  '(?:여쭤본|여쭤봤던|여쭌|물어본|물어봤던|물었던|질문한|질문했던|문의한|문의드린|말씀드린|말씀하신|말씀하셨던|말한|말했던|얘기한|얘기했던|이야기한|이야기했던)';
const REFERENCES: readonly (readonly [Reference, RegExp])[] = [
  [
    'first',
    new RegExp(
      `처음(?:에)?(?: 제가)? ${SAID}|첫 ?(?:번째 )?질문|\\bfirst (?:question|point)\\b|\\b(?:asked|said|mentioned) (?:at first|first|in the beginning|originally)\\b|\\boriginal question\\b`,
      'iu',
    ),
  ],
  [
    'earlier',
    new RegExp(
      `(?:아까|앞에서|앞서|이전에|전에|위에서)(?: 제가)? ${SAID}|(?:얘기|이야기|질문|주제|내용)(?:으)?로 (?:다시 )?(?:돌아가|되돌아)|\\b(?:asked|said|mentioned|told me|talked about) (?:before|earlier|previously)\\b|\\b(?:earlier|previous) question\\b|\\bwhat (?:I|you|we) (?:asked|said|talked) about\\b|\\b(?:back|return(?:ing)?) to (?:the|my|our|what)\\b`,
      'iu',
    ),
  ],
  [
    'last',
    new RegExp(`방금(?: 제가)?(?: ${SAID}| (?:것|거|건|게|답|그))|\\b(?:last question|just (?:asked|said))\\b`, 'iu'),
  ],
];
const COMPARES = /비교|\bcompare[sd]?\b|\bdiffer(?:s|ent)?\b/iu;
const THAT = /\b(?:that|this|it)\b|방금|지금/iu;
/** Asks to have something confirmed: `30일이라는 거죠?`, `So it is 30 days, is that right?` */
const CONFIRMS =
  /(?:(?:는|은|인|단) ?(?:거|것|게|말씀)(?:이)?(?:죠|지요|네요|시죠)|맞(?:죠|지요|나요|습니까|아요|는 거죠)|아닌가요|(?:맞게|제대로|바로) (?:이해|알고|들은)\S{0,40}(?: 거죠| 건가요)?)[?？\s]{0,40}$|\b(?:is (?:that|this|it) (?:right|correct|true)|am I right|right|correct)[?？\s]{0,40}$/iu;

/** Words about the conversation itself. */
const TALK =
  /^(?:맨|처음(?:에|으로)?|첫|번째|방금|지금|아까|앞에서|앞서|위에서|이전에|전에|제가|제|다시|한번|한|번|그러니까|그래서|나란히|서로|같이|함께|그게|그건|그거|그것|것|것(?:은|을|과|도|이|이죠|이랑)|게|거|건|걸|건과|말인데요|말이에요|얘기\S*|이야기\S*|질문\S*|내용\S*|여쭤\S*|여쭌|물어\S*|물었던|문의\S*|말씀\S*|말한|말했던|돌아가\S*|되돌아\S*|비교\S*|알려|설명해|말해|보여|주세요|주시\S*|주실|줘|주십시오|하셨\S*|했\S*죠|된다고|되는|거라고|뭐였\S*|뭐라고|어떻게|맞\S*|거죠|거지요|아닌가요|이해\S*|알고|제대로|수|있\S*)$/u;
const ENGLISH_TALK =
  /^(?:back|first|question|point|again|compare[sd]?|different|differ|right|correct|true|said|says?|asked|told|talked|mentioned|earlier|before|previously|previous|original|originally|remind|repeat|mean|return|returning|last|just|beginning|so|it's|yes|no|ok|okay|well)$/iu;

/** The references of a message to earlier questions, and the rest of the message. */
export interface Anaphora {
  /** Completed questions that it refers to, oldest first. */
  readonly to: readonly string[];
  readonly compares: boolean;
}

const stemOf = (word: string): string => (word.length > 2 ? word.slice(0, -1) : word).toLowerCase();

function shared(message: string, question: string, wordsOf: (text: string) => readonly string[]): number {
  const said = wordsOf(question).map(stemOf);
  return wordsOf(message).filter((word) => !isTalk(word) && said.some((one) => one.startsWith(stemOf(word)))).length;
}

export const isTalk = (word: string): boolean => TALK.test(word) || ENGLISH_TALK.test(word);

const referencesIn = (text: string): readonly Reference[] =>
  REFERENCES.flatMap(([kind, pattern]) => (pattern.test(text) ? [kind] : []));

/** Whether a part of a message names an earlier question, or asks to compare with it. */
export const refersBack = (part: string): boolean => referencesIn(part).length > 0 || COMPARES.test(part);

/** Whether a message refers to an earlier question than the previous one, so that the analysis needs the whole conversation. */
export const looksBack = (message: string): boolean => referencesIn(message).some((kind) => kind !== 'last');

export const isConfirmation = (message: string): boolean => CONFIRMS.test(message);

/**
 * The earlier questions that a message refers to. `처음에 여쭤본` is the first one. `아까 여쭤본 휴학` is the question that shares the most words with
 * it; of two equal ones, the later. A comparison with `that` or `방금 것` also refers to the previous question.
 * @param earlier completed questions, oldest first
 * @param wordsOf content words of a text
 */
export function anaphora(
  message: string,
  earlier: readonly string[],
  wordsOf: (text: string) => readonly string[],
): Anaphora {
  const compares = COMPARES.test(message);
  const kinds = referencesIn(message);
  const at = new Set<number>();
  const last = earlier.length - 1;
  if (kinds.includes('first')) at.add(0);
  else if (kinds.includes('earlier')) {
    const likeness = earlier.map((question) => shared(message, question, wordsOf));
    at.add(likeness.lastIndexOf(Math.max(...likeness)));
  }
  if (kinds.includes('last') || (compares && /\bhow does (?:that|this|it) compare\b/iu.test(message))) at.add(last);
  if (compares && at.size > 0 && THAT.test(message)) at.add(last);
  const to = [...at].sort((a, b) => a - b).flatMap((i) => earlier[i] ?? []);
  return { to: [...new Set(to)], compares };
}
