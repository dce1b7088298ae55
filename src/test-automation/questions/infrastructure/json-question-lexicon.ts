import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { EverydayWord } from '../domain/everyday-words.js';
import { BorderAsking, OutsideTopic, QuestionLexicon, SlangWord } from '../domain/question-lexicon.js';
import { projectRoot } from '../../../shared/infrastructure/configuration-folders.js';

const FILE = 'data/config/question-words.json';
const schema = z.strictObject({
  version: z.literal(1),
  slang: z.array(z.strictObject({ written: z.string().min(2), said: z.string().min(1) })),
  everyday: z.array(
    z.strictObject({ language: z.enum(['en', 'ko']), written: z.string().min(2), said: z.string().min(1) }),
  ),
  border: z.array(
    z.strictObject({
      language: z.enum(['en', 'ko']),
      about: z.enum(['body', 'act']),
      terms: z.array(z.string().min(1)).min(1),
      asked: z.string().includes('{t}'),
    }),
  ),
  outside: z.array(
    z.strictObject({
      language: z.enum(['en', 'ko']),
      terms: z.array(z.string().min(2)).min(1),
      asked: z.string().min(5),
    }),
  ),
});

/** The words of `data/config/question-words.json`. */
@Injectable()
export class JsonQuestionLexicon extends QuestionLexicon {
  private words: Promise<z.infer<typeof schema>> | undefined;

  constructor(private readonly file: string = path.join(projectRoot(), FILE)) {
    super();
  }

  async outsideTopics(): Promise<readonly OutsideTopic[]> {
    return (await this.read()).outside;
  }

  async slang(): Promise<readonly SlangWord[]> {
    return (await this.read()).slang;
  }

  async everyday(): Promise<readonly EverydayWord[]> {
    return (await this.read()).everyday;
  }

  async border(): Promise<readonly BorderAsking[]> {
    return (await this.read()).border;
  }

  /** Read and checked once: a session asks for the words of each of its failures. A failed reading is tried again. */
  private read(): Promise<z.infer<typeof schema>> {
    this.words ??= this.parsed().catch((error: unknown) => {
      this.words = undefined;
      throw error;
    });
    return this.words;
  }

  private async parsed(): Promise<z.infer<typeof schema>> {
    const parsed = schema.safeParse(JSON.parse(await readFile(this.file, 'utf8')));
    if (parsed.success) return parsed.data;
    const [issue] = parsed.error.issues;
    throw new Error(`${FILE}: /${issue?.path.join('/') ?? ''} ${issue?.message ?? 'is not valid'}`);
  }
}
