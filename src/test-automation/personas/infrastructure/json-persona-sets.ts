import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { InvalidInputError } from '../../../shared/domain/domain-error.js';
import { Persona, PersonaSets } from '../domain/persona.js';

/** A set is named in requests, and the name is that of its file: it must not lead out of the folder. */
const SET_NAME = /^[a-z][a-z0-9_-]{0,49}$/u;

const personaSchema = z.strictObject({
  id: z.string().regex(/^[a-z][a-z0-9_]{0,49}$/u, 'must be lower-case letters, digits and _, for example new_staff'),
  name: z.string().min(1).max(100),
  name_en: z.string().min(1).max(100).exactOptional(),
  name_ko: z.string().min(1).max(100).exactOptional(),
  description: z.string().min(1).max(500),
  language: z.enum(['en', 'ko']),
  goals: z.array(z.string().min(1)).min(1),
  knowledge: z.enum(['novice', 'informed', 'expert']),
  tone: z.enum(['casual', 'polite', 'formal', 'anxious', 'angry']),
  vocabulary: z.array(z.string().min(1)).min(1),
  audience_paths: z.array(z.array(z.string().min(1)).min(1).max(5)),
});
const setSchema = z.strictObject({
  version: z.literal(1),
  set: z.string(),
  personas: z
    .array(personaSchema)
    .min(1)
    .refine((list) => new Set(list.map((p) => p.id)).size === list.length, 'two personas have the same id'),
});

/** A file of personas cannot be used; the message names the file, the location and the fault. */
export class PersonaFileError extends InvalidInputError {
  constructor(file: string, problem: string) {
    super([{ pointer: '', detail: `config/personas/${path.basename(file)}: ${problem}` }]);
  }
}

/** Persona sets, one JSON file each in `personas`, read at each request. Any domain adds its own set as a file. */
@Injectable()
export class JsonPersonaSets extends PersonaSets {
  /** @param folders of the configuration; a set in an earlier folder takes precedence over one of the same name in a later folder */
  constructor(private readonly folders: readonly string[]) {
    super();
  }

  async names(): Promise<readonly string[]> {
    return [...(await this.files()).keys()].sort();
  }

  /** @throws PersonaFileError for a file that is not a valid set of personas */
  async find(name: string): Promise<readonly Persona[] | undefined> {
    const file = (await this.files()).get(name);
    return file === undefined ? undefined : readSet(file, await readFile(file, 'utf8'));
  }

  private async files(): Promise<ReadonlyMap<string, string>> {
    const files = new Map<string, string>();
    for (const folder of this.folders.map((each) => path.join(each, 'personas')))
      for (const file of await readdir(folder).catch(() => [])) {
        const name = path.basename(file, '.json');
        if (file.endsWith('.json') && SET_NAME.test(name) && !files.has(name)) files.set(name, path.join(folder, file));
      }
    return files;
  }
}

function readSet(file: string, text: string): readonly Persona[] {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new PersonaFileError(file, 'is not JSON');
  }
  const parsed = setSchema.safeParse(value);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new PersonaFileError(file, `/${issue?.path.join('/') ?? ''} ${issue?.message ?? 'is not valid'}`);
  }
  return parsed.data.personas.map(
    ({ audience_paths: audiencePaths, name_en: nameEn, name_ko: nameKo, ...persona }) => ({
      ...persona,
      ...(nameEn === undefined ? {} : { nameEn }),
      ...(nameKo === undefined ? {} : { nameKo }),
      audiencePaths,
    }),
  );
}
