import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Injectable } from '@nestjs/common';
import { projectRoot } from '../../shared/infrastructure/project-root.js';
import { Synonyms } from '../domain/query.js';

/** Hangul compounds hold the word at their begin: `기숙사비` is a matter of the `기숙사`. Shorter prefixes would join strangers. */
const MIN_PREFIX = 3;

function readGroups(file: string): string[][] {
  const config: unknown = JSON.parse(readFileSync(file, 'utf8'));
  const groups: unknown =
    typeof config === 'object' && config !== null && 'groups' in config ? config.groups : undefined;
  if (!Array.isArray(groups)) throw new Error('data/config/synonyms.json has no list "groups".');
  return groups.map((group: unknown) => {
    const words: unknown = typeof group === 'object' && group !== null && 'words' in group ? group.words : undefined;
    return Array.isArray(words) ? words.map((word) => String(word).normalize('NFC').toLowerCase()) : [];
  });
}

/** Synonyms of data/config/synonyms.json; the organisation may edit the file. */
@Injectable()
export class FileSynonyms extends Synonyms {
  private readonly others = new Map<string, readonly string[]>();

  constructor() {
    super();
    const file = path.join(projectRoot(), 'data', 'config', 'synonyms.json');
    for (const words of existsSync(file) ? readGroups(file) : []) {
      for (const word of words)
        this.others.set(
          word,
          words.filter((other) => other !== word),
        );
    }
  }

  of(word: string): readonly string[] {
    const exact = this.others.get(word);
    if (exact !== undefined || !/^[가-힣]+$/u.test(word)) return exact ?? [];
    for (let length = word.length - 1; length >= MIN_PREFIX; length--) {
      const byPrefix = this.others.get(word.slice(0, length));
      if (byPrefix !== undefined) return byPrefix;
    }
    return [];
  }
}
