import { QuestionForms } from './core-question.js';
import { FINAL, finalOf, withLast } from '../../../text/korean/hangul-syllable.js';

/** Connective endings of a clause, with the plain ending of the same verb. */
const CONNECTIVES: readonly (readonly [RegExp, string])[] = [
  [/수 있(?:으며|고|으나|되)$/u, '수 있다'],
  [/수 없(?:으며|고)$/u, '수 없다'],
  [/하(?:며|고|되)$/u, '한다'],
  [/되(?:며|고)$/u, '된다'],
  [/받(?:으며|고)$/u, '받는다'],
  [/내(?:며|고)$/u, '낸다'],
  [/두(?:며|고|되)$/u, '둔다'],
];

/** @returns the clause ending in `다`; undefined for an unknown ending */
export function plainEnding(clause: string): string | undefined {
  const trimmed = clause.trim().replace(/(?<![,.])[,.]+$/u, '');
  if (trimmed.endsWith('다')) return trimmed;
  const found = CONNECTIVES.find(([ending]) => ending.test(trimmed));
  return found === undefined ? undefined : trimmed.replace(found[0], found[1]);
}

/** `…한다` into questions. @returns undefined if the predicate is not in the present tense */
export function askedForms(clause: string): QuestionForms | undefined {
  const spoken = everydayVerb(clause);
  const noun = /^(.*?\S)(?:으로|로) 한다$/su.exec(spoken)?.[1];
  // `평점은 4.5점을 만점으로 한다` has an object, and therefore keeps its verb.
  if (noun !== undefined && !/[을를] (?:\S+ )?\S+$/u.test(noun)) return nounForms(noun);
  const stem = spoken.slice(0, -1);
  const last = stem.slice(-1);
  if (/[있없]$/u.test(stem)) return verbForms(stem, `${stem}습니까`);
  if (last === '는') return verbForms(stem.slice(0, -1), `${stem.slice(0, -1)}습니까`);
  if (finalOf(last) !== FINAL.n) return undefined;
  return verbForms(withLast(stem, { final: FINAL.none }), `${withLast(stem, { final: FINAL.b })}니까`);
}

function verbForms(stem: string, formal: string): QuestionForms {
  return { polite: `${stem}나요?`, formal: `${formal}?`, casual: `${stem}는 거예요?`, embedded: `${stem}는지` };
}

/** `몇 년` into `몇 년인가요?`; the copula follows the sound of the noun. */
export function nounForms(noun: string): QuestionForms {
  const isOpen = finalOf(noun) === FINAL.none;
  return {
    polite: `${noun}인가요?`,
    formal: `${noun}입니까?`,
    casual: `${noun}${isOpen ? '예요' : '이에요'}?`,
    embedded: `${noun}인지`,
  };
}

/** `A와 B는 기준이 어떻게` into `… 다른가요?` */
export function differenceForms(head: string): QuestionForms {
  return {
    polite: `${head} 다른가요?`,
    formal: `${head} 다릅니까?`,
    casual: `${head} 다른 거예요?`,
    embedded: `${head} 다른지`,
  };
}

/** Words of statutes in everyday language. */
const EVERYDAY: readonly (readonly [RegExp, string])[] = [
  [/하여야/gu, '해야'],
  [/하여지/gu, '해지'],
  [/되어야/gu, '돼야'],
  [/하지 아니하/gu, '하지 않'],
  [/지 아니한 /gu, '지 않은 '],
  [/지 아니할 /gu, '지 않을 '],
  [/하여 /gu, '해서 '],
  [/아니하면/gu, '않으면'],
  [/아니하고/gu, '않고'],
  [/않면/gu, '않으면'],
  [/ 및 /gu, ', '],
  [/지 아니한다$/gu, '지 않는다'],
  [/지 못한다$/gu, '지 못한다'],
  [/하여서는 아니 된다$/gu, '하면 안 된다'],
  [/ 또는 /gu, '이나 '],
];

function everydayVerb(clause: string): string {
  return EVERYDAY.reduce((text, [from, to]) => {
    if (to !== '이나 ') return text.replace(from, to);
    // The particle's form depends on the word before it: 총장이나, 학과나.
    return text.replace(/(\S) 또는 /gu, (_, end: string) => `${end}${finalOf(end) > 0 ? '이나' : '나'} `);
  }, clause);
}
