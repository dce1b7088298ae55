import { useSyncExternalStore } from '../parts/external-store.js';
import en from './en.json' with { type: 'json' };
import ko from './ko.json' with { type: 'json' };

/** Key of a text that all pages have. `{name}` is a placeholder; `group_value` is the word for a value of the API, which is shown unchanged if it has none. */
export type WordKey = keyof typeof en;
/** Every language has a text for every key: a missing one does not compile. */
const DICTIONARIES: Readonly<Record<'en' | 'ko', Readonly<Record<WordKey, string>>>> = { en, ko };
export type Language = keyof typeof DICTIONARIES;
export const LANGUAGES: readonly { readonly code: Language; readonly name: string }[] = [
  { code: 'ko', name: '한국어' },
  { code: 'en', name: 'English' },
];

const ITEM = 'touchstone.language';
const listeners = new Set<() => void>();

const isLanguage = (value: string | null): value is Language => value === 'ko' || value === 'en';

function preferred(): Language {
  const kept = localStorage.getItem(ITEM);
  if (isLanguage(kept)) return kept;
  const first = navigator.languages.map((tag) => tag.slice(0, 2)).find(isLanguage);
  return first ?? 'en';
}

let language: Language = preferred();
document.documentElement.lang = language;

export function setLanguage(chosen: Language): void {
  language = chosen;
  localStorage.setItem(ITEM, chosen);
  document.documentElement.lang = chosen;
  for (const tell of listeners) tell();
}

function subscribe(tell: () => void): () => void {
  listeners.add(tell);
  return () => listeners.delete(tell);
}
const read = (): Language => language;

type Values = Readonly<Record<string, string | number>>;

const filled = (pattern: string, values: Values) =>
  pattern.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));

/** Returns texts in one language. @typeParam Key keys of its dictionary */
export class Speech<Key extends string = WordKey> {
  constructor(
    readonly language: Language,
    private readonly words: Readonly<Record<Key | WordKey, string>>,
  ) {}

  /** A text with its placeholders filled in. */
  readonly say = (key: Key | WordKey, values: Values = {}): string => filled(this.words[key], values);

  /** The word for a value of the API, such as a status; if it has none, the other word, or the value itself. */
  readonly name = (group: string, value: string, otherwise = value.replaceAll('_', ' ')): string => {
    const words: Readonly<Record<string, string | undefined>> = this.words;
    const key = `${group}_${value}`;
    return (Object.hasOwn(words, key) ? words[key] : undefined) ?? otherwise;
  };

  readonly count = (value: number): string => value.toLocaleString(this.language);

  readonly percent = (share: number | null): string =>
    share === null ? this.say('notMeasured') : `${(share * 100).toFixed(1)} %`;

  readonly fixed = (value: number | null, digits = 2): string =>
    value === null ? this.say('notMeasured') : value.toFixed(digits);

  readonly day = (iso: string): string => new Date(iso).toLocaleDateString(this.language, { dateStyle: 'medium' });

  /** Day and month, for the axis of a chart. */
  readonly shortDay = (iso: string): string =>
    new Date(iso).toLocaleDateString(this.language, { day: 'numeric', month: 'short' });

  readonly time = (iso: string | null): string =>
    iso === null ? '–' : new Date(iso).toLocaleString(this.language, { dateStyle: 'medium', timeStyle: 'short' });
}

/**
 * A hook that returns the texts in the reader's language; it renders again when the language is changed.
 * @param more texts of pages that are loaded when they are opened, in each language
 */
export function speechWith<Key extends string>(
  more: Readonly<Record<Language, Readonly<Record<Key, string>>>>,
): () => Speech<Key> {
  const speeches = {
    en: new Speech<Key>('en', { ...DICTIONARIES.en, ...more.en }),
    ko: new Speech<Key>('ko', { ...DICTIONARIES.ko, ...more.ko }),
  };
  return () => speeches[useSyncExternalStore(subscribe, read)];
}

export const useSpeech: () => Speech = speechWith<WordKey>(DICTIONARIES);
