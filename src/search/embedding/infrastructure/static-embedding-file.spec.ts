import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { StaticEmbedding } from '../domain/static-embedding/static-embedding.js';
import {
  readStaticEmbedding,
  readStaticEmbeddingSync,
  sharedVectors,
  staticEmbeddingFile,
} from './static-embedding-file.js';

let embedding: StaticEmbedding;
let folder: string;

beforeAll(async () => {
  embedding = await readStaticEmbedding();
  folder = await mkdtemp(path.join(tmpdir(), 'static-embedding-'));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

const similarity = (a: string, b: string) => {
  const other = embedding.embed(b);
  return embedding.embed(a).reduce((sum, x, k) => sum + x * (other[k] ?? 0), 0);
};

async function written(bytes: Uint8Array): Promise<string> {
  const file = path.join(folder, 'damaged.bin.gz');
  await writeFile(file, bytes);
  return file;
}

describe('the static embedding of the program', () => {
  it('has a name with its size and a hash, and takes no more than 12 MB on disk', async () => {
    expect(embedding.model).toMatch(new RegExp(`^static-ko-en-${embedding.dimensions}-[0-9a-f]{12}$`));
    expect((await readFile(staticEmbeddingFile())).length).toBeLessThanOrEqual(12_000_000);
  });

  it.each([
    ['수업을 빠졌어요', '결석', '장학금 지급'],
    ['등록금을 나눠서 낼 수 있나요', '분할납부', '휴학 기간'],
    ['군대 가야 해서 학교를 쉬고 싶어요', '입대휴학', '도서 대출'],
    ['기숙사에서 쫓겨나나요', '생활관 퇴사', '교과목 이수'],
    ['아르바이트 시급', '근로 보수', '논문 심사'],
  ])('places the question "%s" nearer to "%s" than to "%s"', (question, same, other) => {
    expect(similarity(question, same)).toBeGreaterThan(similarity(question, other) + 0.1);
  });

  it.each([
    ['I forgot my password', 'credential reset', 'travel expenses'],
    ['how do I get my money back for a trip', 'reimbursement of travel expenses', 'account lockout'],
    ['can I work from home', 'telework agreement', 'network firewall'],
    ['having a baby', 'parental leave', 'database backup'],
  ])('places "%s" nearer to "%s" than to "%s"', (question, same, other) => {
    expect(similarity(question, same)).toBeGreaterThan(similarity(question, other) + 0.1);
  });

  it.each([
    ['leave of absence from school', '휴학', '등록금'],
    ['tuition fee payment', '등록금 납부', '도서관 이용'],
    ['scholarship for good grades', '성적우수 장학금', '교원 임용'],
    ['비밀번호를 잊어버렸어요', 'password reset', 'annual leave'],
    ['연차 휴가', 'annual leave', 'password reset'],
  ])('places "%s" nearer to "%s" than to "%s", across languages', (text, same, other) => {
    expect(similarity(text, same)).toBeGreaterThan(similarity(text, other) + 0.1);
  });
});

describe('readStaticEmbedding', () => {
  it('rejects a missing file and names it', async () => {
    await expect(readStaticEmbedding({ file: path.join(folder, 'none.bin.gz') })).rejects.toThrow(
      /none\.bin\.gz.*ENOENT/,
    );
  });

  it('rejects a truncated file', async () => {
    const bytes = await readFile(staticEmbeddingFile());
    await expect(readStaticEmbedding({ file: await written(bytes.subarray(0, bytes.length / 2)) })).rejects.toThrow(
      /damaged\.bin\.gz.*cannot be used/,
    );
  });

  it('rejects content with one changed bit', async () => {
    const bytes = gunzipSync(await readFile(staticEmbeddingFile()));
    bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1;
    await expect(readStaticEmbedding({ file: await written(gzipSync(bytes, { level: 1 })) })).rejects.toThrow(
      /checksum/,
    );
  });

  it('rejects other content and other versions', async () => {
    await expect(readStaticEmbedding({ file: await written(gzipSync('something else')) })).rejects.toThrow(
      /not a static embedding/,
    );
    const bytes = gunzipSync(await readFile(staticEmbeddingFile())).subarray(0, 200);
    bytes.writeUInt32LE(9, 4);
    await expect(readStaticEmbedding({ file: await written(gzipSync(bytes)) })).rejects.toThrow(/version is 9/);
  });

  it('rejects a file that would unpack to far more than an embedding', async () => {
    await expect(
      readStaticEmbedding({ file: await written(gzipSync(Buffer.alloc(80_000_000), { level: 1 })) }),
    ).rejects.toThrow(/cannot be used/);
  });
});

describe('the memory for vectors that threads share', () => {
  it('is the same at each call, and has the vectors of each reader', async () => {
    const vectors = sharedVectors();
    expect(sharedVectors()).toBe(vectors);
    const [late, sync] = [await readStaticEmbedding({ vectors }), readStaticEmbeddingSync({ vectors })];
    for (const text of ['등록금을 나눠서 낼 수 있나요', 'how do I get my money back', '42']) {
      expect(late.embed(text)).toEqual(embedding.embed(text));
      expect(sync.embed(text)).toEqual(embedding.embed(text));
    }
    expect(new Uint8Array(vectors ?? new SharedArrayBuffer(0)).some((value) => value !== 0)).toBe(true);
  });

  it('is not used where it is too small', async () => {
    const vectors = new SharedArrayBuffer(1_000);
    const own = await readStaticEmbedding({ vectors });
    expect(own.embed('annual leave')).toEqual(embedding.embed('annual leave'));
    expect(new Uint8Array(vectors).every((value) => value === 0)).toBe(true);
  });
});
