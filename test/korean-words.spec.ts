import 'reflect-metadata';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import * as validators from 'class-validator';
import { projectRoot } from '../src/shared/infrastructure/configuration-folders.js';
import { toFaults } from '../src/shared/interface/validation.js';
import { FAILURE_TYPES } from '../src/test-automation/domain/test-result.js';
import { RUN_STATUSES } from '../src/documents/sources/domain/source-run.js';
import { inKorean, problemInKorean, PROBLEMS_IN_KOREAN, SHOWN_SENTENCES } from '../src/web/korean/in-korean.js';
import { serverSentences } from './support/server-sentences.js';

const sourcesOf = (folder: string, ending = '.ts') =>
  readdirSync(path.join(projectRoot(), folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(ending) && !name.endsWith('.spec.ts'))
    .map((name) => readFileSync(path.join(projectRoot(), folder, name), 'utf8'));

const placesIn = (text: string) => new Set([...text.matchAll(/\{\d\}/gu)].map(([place]) => place));
const HANGUL = /[가-힣]/u;

/** A decorator of class-validator with a value that it refuses. */
const REFUSED: Readonly<Record<string, readonly [PropertyDecorator, unknown]>> = {
  ArrayMaxSize: [validators.ArrayMaxSize(1), [1, 2]],
  ArrayMinSize: [validators.ArrayMinSize(2), [1]],
  ArrayNotEmpty: [validators.ArrayNotEmpty(), []],
  ArrayUnique: [validators.ArrayUnique(), [1, 1]],
  Equals: [validators.Equals('a'), 'b'],
  IsArray: [validators.IsArray(), 1],
  IsBoolean: [validators.IsBoolean(), 1],
  IsDefined: [validators.IsDefined(), null],
  IsIn: [validators.IsIn(['a', 'b']), 'c'],
  IsISO8601: [validators.IsISO8601(), 'x'],
  IsInt: [validators.IsInt(), 1.5],
  IsNumber: [validators.IsNumber(), 'x'],
  IsObject: [validators.IsObject(), 1],
  IsString: [validators.IsString(), 1],
  IsTimeZone: [validators.IsTimeZone(), 'Nowhere'],
  Length: [validators.Length(2, 3), 'long one'],
  Matches: [validators.Matches(/^a$/u), 'b'],
  Max: [validators.Max(1), 2],
  MaxLength: [validators.MaxLength(1), 'two'],
  Min: [validators.Min(2), 1],
  ValidateNested: [validators.ValidateNested(), 1],
};
/** They refuse nothing by themselves. */
const SILENT = ['Allow', 'IsOptional', 'ValidateIf', 'ValidationArguments', 'ValidatorOptions', 'ValidationError'];

describe('what the pages show of the server', () => {
  it('has a Korean sentence for each English one: refusals, faults, traces, alarms, reasons, notes and health', () => {
    const found = serverSentences();
    expect(found.length).toBeGreaterThan(500);
    const filled = found.map(({ english, at }) => ({
      at,
      english: english.replace(/\{(\d)\}/gu, (_, place: string) => `값${place}`),
    }));
    expect(filled.filter(({ english }) => inKorean(english) === english)).toEqual([]);
  });

  it('translates what completed a follow-up', () => {
    const by = (what: string) => `intent question; the follow-up was completed from the conversation by ${what}`;
    expect(inKorean(by('rules'))).toBe('의도: 질문. 앞선 대화에서 보완: 규칙');
    expect(inKorean(by('the language model'))).toBe('의도: 질문. 앞선 대화에서 보완: 언어 모델');
  });

  it('has each sentence once, in Korean, with no value that the English one lacks', () => {
    expect(new Set(SHOWN_SENTENCES.map(([english]) => english)).size).toBe(SHOWN_SENTENCES.length);
    for (const [english, korean] of SHOWN_SENTENCES) {
      expect([english, [...placesIn(korean)].filter((place) => !placesIn(english).has(place))]).toEqual([english, []]);
      expect([english, HANGUL.test(korean) || korean === 'kor, eng']).toEqual([english, true]);
    }
  });

  it('translates sentences inside one another and several in a row', () => {
    expect(inKorean('The file cannot be read: it is empty.')).toBe('파일을 읽을 수 없습니다: 내용이 비어 있습니다.');
    expect(inKorean("No document has the id 'a', or this caller may not see it.")).toBe(
      "문서: ID가 'a'인 것이 없거나 볼 권한이 없습니다.",
    );
    expect(inKorean('2 citations name no passage and were dropped; 1 sentences repeated the rules of the writer')).toBe(
      '문단을 가리키지 않는 인용 2개를 지웠습니다; 작성 규칙을 되풀이한 문장 1개를 뺐습니다',
    );
    expect(inKorean('a sentence that nobody knows')).toBe('a sentence that nobody knows');
  });

  it('has Korean for every message of the validators that fields use', () => {
    const used = new Set(
      sourcesOf('src').flatMap((text) =>
        [...text.matchAll(/import \{([^}]*)\} from 'class-validator'/gu)].flatMap(([, names = '']) =>
          names
            .split(',')
            .map((name) => name.replace('type ', '').trim())
            .filter((name) => /^[A-Z]/u.test(name) && !SILENT.includes(name)),
        ),
      ),
    );
    expect([...used].filter((name) => !(name in REFUSED))).toEqual([]);
    const untold = [...used].flatMap((name) => {
      const [decorate, value] = REFUSED[name] ?? [];
      class Sample {
        constructor(public field: unknown) {}
      }
      decorate?.(Sample.prototype, 'field');
      const faults = toFaults(validators.validateSync(new Sample(value)));
      return [name, ...faults.map(({ detail }) => detail)].slice(1).filter((detail) => !HANGUL.test(inKorean(detail)));
    });
    expect(untold).toEqual([]);
  });

  it('has a Korean sentence for each code of a problem, and no other', () => {
    const table = readFileSync(path.join(projectRoot(), 'src', 'shared', 'interface', 'README.md'), 'utf8');
    const [, after = ''] = table.split('| problem | status |');
    const codes = (after.split('\n\n')[0] ?? '')
      .split('\n')
      .flatMap((line) => [...(line.split('|')[1] ?? '').matchAll(/`([a-z-]+)`/gu)].map(([, code = '']) => code));
    expect(Object.keys(PROBLEMS_IN_KOREAN).sort()).toEqual([...codes].sort());
    expect(problemInKorean('conflict')).toMatch(HANGUL);
  });

  it('has a word in both languages for each failure type, persona, kind of job and status', () => {
    const pages = [...sourcesOf('src/web/pages'), ...sourcesOf('src/web/pages', '.json')].join('\n');
    /** Times that a key is in a dictionary: once in each language. */
    const times = (key: string) => pages.split(new RegExp(`^ {2,4}['"]?${key}['"]?:`, 'mu')).length - 1;
    const folder = path.join(projectRoot(), 'data', 'config', 'personas');
    const personas = readdirSync(folder).flatMap(
      (file) =>
        (JSON.parse(readFileSync(path.join(folder, file), 'utf8')) as { personas: Readonly<Record<string, string>>[] })
          .personas,
    );
    const unnamed = personas.filter(
      ({ language, name_en: en, name_ko: ko }) => (language === 'en' ? ko : en) === undefined,
    );
    expect(unnamed).toEqual([]);
    const jobs = sourcesOf('src').flatMap((text) =>
      [...text.matchAll(/const [A-Z_]+_JOB = '([a-z.-]+)'/gu)].map(([, kind = '']) => kind.replaceAll('.', '_')),
    );
    const statuses = ['completed', 'cancelled', 'succeeded', 'healthy', 'degraded', 'unhealthy', ...RUN_STATUSES];
    expect([personas.length, jobs.length]).toEqual([15, 6]);
    const wanted = [
      ...FAILURE_TYPES.map((type) => `failure_${type}`),
      ...jobs.map((kind) => `kind_${kind}`),
      ...new Set(statuses.map((status) => `status_${status}`)),
    ];
    expect(wanted.filter((key) => times(key) < 2)).toEqual([]);
  });
});
