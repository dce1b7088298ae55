import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { sentenceSpans } from '../../src/text/sentences/sentences.js';
import { projectRoot } from '../../src/shared/infrastructure/configuration-folders.js';

/** An article of the sample rule book or a section of the sample handbook. */
export interface Provision {
  readonly id: string;
  readonly title: string;
  /** `12`, `3의2`; undefined in the handbook. */
  readonly article: string | undefined;
  readonly text: string;
  /** Its sentences without labels and marks of amendment. */
  readonly clauses: readonly string[];
  readonly language: 'ko' | 'en';
}

const LABEL = /^(?:제\d+조(?:의\d+)?\([^)]*\)\s*)?(?:[①-⑳]\s*|\d{1,2}\.\s+|[가-하]\.\s+|[-*]\s+)?/u;
const MARK = /\s{0,9}<[^<>\d]{0,99}\d{4}[^<>]{0,99}>/gu;

function clausesOf(text: string): string[] {
  return sentenceSpans(text)
    .map(({ start, end }) => text.slice(start, end).replace(MARK, '').replace(LABEL, '').trim())
    .filter((clause) => /[.]$/u.test(clause) && clause.length >= 25 && !clause.startsWith('#'));
}

function files(folder: string): string[] {
  const root = path.join(projectRoot(), 'data', 'samples', folder);
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .sort()
    .map((name) => path.join(root, name));
}

function read(file: string): { readonly title: string; readonly body: string } {
  const [, head = '', body = ''] = /^---\n(.*?)\n---\n(.*)$/su.exec(readFileSync(file, 'utf8')) ?? [];
  return { title: /^(?:title|chapter): (.*)$/mu.exec(head)?.[1] ?? '', body };
}

function split(file: string, border: RegExp, language: 'ko' | 'en'): Provision[] {
  const { title, body } = read(file);
  const name = path.basename(file, '.md');
  return body
    .split(border)
    .filter((text) => /^(?:제\d+조|## )/u.test(text))
    .map((raw) => {
      const text = raw.replace(/\n+(?:제\d+장|부칙|부 칙|\[?별표)[\s\S]*$/u, '').trim();
      const [, number, branch] = /^제(\d+)조(?:의(\d+))?/u.exec(text) ?? [];
      const article = branch === undefined ? number : `${number}의${branch}`;
      const body = language === 'en' ? text.replace(/^## [^\n]*\n/u, '') : text;
      return {
        id: `${name}/${article ?? text.slice(3, 40)}`,
        title,
        article,
        text,
        clauses: clausesOf(body),
        language,
      };
    });
}

/** All provisions of the samples that have a text. */
export function sampleProvisions(): Provision[] {
  return [
    ...files('rulebook').flatMap((file) => split(file, /\n(?=제\d+조(?:의\d+)?\()/u, 'ko')),
    ...files('handbook').flatMap((file) => split(file, /\n(?=## )/u, 'en')),
  ];
}
