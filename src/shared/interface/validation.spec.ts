import 'reflect-metadata';
import { Type } from 'class-transformer';
import { ArrayMaxSize, IsArray, IsInt, IsOptional, IsString, Length, Max, ValidateNested } from 'class-validator';
import { InvalidInputError } from '../domain/domain-error.js';
import { unstorableFaults, validationPipe } from './validation.js';

class ItemDto {
  @IsString()
  name!: string;
}

class BodyDto {
  @IsString({ message: 'must be a string' })
  @Length(1, 10, { message: 'must have 1..10 characters' })
  query!: string;

  @IsOptional()
  @IsInt()
  @Max(100)
  top_k?: number;

  @IsOptional()
  @IsArray()
  @ValidateNested({ each: true })
  @Type(() => ItemDto)
  items?: ItemDto[];
}

const read = (body: unknown) =>
  validationPipe().transform(body, { type: 'body', metatype: BodyDto }) as Promise<BodyDto>;

async function faults(body: unknown): Promise<readonly { pointer: string; detail: string }[]> {
  try {
    await read(body);
  } catch (error) {
    if (error instanceof InvalidInputError) return error.faults;
    throw error;
  }
  throw new Error('was accepted');
}

describe('validationPipe', () => {
  it('gives a valid body as its class', async () => {
    const body = await read({ query: '휴학', top_k: 3, items: [{ name: 'a' }] });
    expect(body).toBeInstanceOf(BodyDto);
    expect(body).toEqual({ query: '휴학', top_k: 3, items: [{ name: 'a' }] });
  });

  it('converts no values implicitly', async () => {
    expect(await faults({ query: 5 })).toContainEqual({ pointer: '/query', detail: 'must be a string' });
    expect((await faults({ query: 'a', top_k: '3' })).every((fault) => fault.pointer === '/top_k')).toBe(true);
  });

  it('refuses an unknown field by name', async () => {
    expect(await faults({ query: 'a', quary: 1 })).toEqual([
      { pointer: '/quary', detail: 'is not a known field: remove it or correct its name' },
    ]);
  });

  it('escapes a field name as RFC 6901 wants it', async () => {
    expect((await faults({ query: 'a', 'a/b~c': 1 }))[0]?.pointer).toBe('/a~1b~0c');
  });

  it('takes a field name with the signs of a pattern', async () => {
    expect((await faults({ query: 'a', '(': 1, '[*': 2 })).map((fault) => fault.pointer)).toEqual(['/(', '/[*']);
  });

  it('reports every fault at once, with the place inside lists', async () => {
    const found = await faults({ query: '', top_k: 101, items: [{ name: 'a' }, { name: 1, x: 2 }] });
    expect(new Set(found.map((fault) => fault.pointer))).toEqual(
      new Set(['/query', '/top_k', '/items/1/name', '/items/1/x']),
    );
  });

  it('does not repeat the name of the field in the text', async () => {
    expect((await faults({ query: 'a', top_k: 101 }))[0]?.detail).toBe('must not be greater than 100');
  });

  it('reports the missing fields of an empty body', async () => {
    expect((await faults({})).every((fault) => fault.pointer === '/query')).toBe(true);
    expect((await faults(undefined)).every((fault) => fault.pointer === '/query')).toBe(true);
  });

  it.each([[[]], [[{ query: 'a' }]]])('refuses the list %j in place of an object', async (body) => {
    expect(await faults(body)).not.toEqual([]);
  });
});

describe('what is too much to validate', () => {
  class ListDto {
    @IsOptional()
    @IsArray()
    @ArrayMaxSize(3)
    @ValidateNested({ each: true })
    @Type(() => BodyDto)
    bodies?: BodyDto[];
  }
  const faultsOfList = (body: unknown) =>
    validationPipe()
      .transform(body, { type: 'body', metatype: ListDto })
      .then(
        () => [],
        (error: unknown) => (error as InvalidInputError).faults,
      );
  const unknown = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`k${i}`, [[i]]]));

  it('is refused with one fault: a list above its limit, at any depth', async () => {
    const tooLong = expect.stringContaining('at most 3 elements');
    expect(await faultsOfList({ bodies: [1, 2, 3, 4] })).toEqual([{ pointer: '/bodies', detail: tooLong }]);
    class OuterDto {
      @ValidateNested()
      @Type(() => ListDto)
      list!: ListDto;
    }
    const nested = validationPipe().transform({ list: { bodies: [1, 2, 3, 4] } }, { type: 'body', metatype: OuterDto });
    await expect(nested).rejects.toMatchObject({ faults: [{ pointer: '/list/bodies', detail: tooLong }] });
  });

  it('is refused with one fault: more than 2,048 objects in a field that names no limit, or where one object is asked for', async () => {
    class OneDto {
      @IsOptional()
      @ValidateNested()
      @Type(() => ItemDto)
      item?: ItemDto;
    }
    class NestedDto {
      @ValidateNested()
      @Type(() => OneDto)
      one!: OneDto;
    }
    const tooLong = expect.stringContaining('at most 2048 elements');
    const list = Array.from({ length: 2_049 }, () => ({ name: 'a' }));
    const refused = (body: unknown, metatype: new () => object) =>
      expect(validationPipe().transform(body, { type: 'body', metatype })).rejects;
    await refused({ item: list }, OneDto).toMatchObject({ faults: [{ pointer: '/item', detail: tooLong }] });
    await refused({ one: { item: list } }, NestedDto).toMatchObject({
      faults: [{ pointer: '/one/item', detail: tooLong }],
    });
    expect(await faults({ query: 'a', items: list })).toEqual([{ pointer: '/items', detail: tooLong }]);
    expect((await read({ query: 'a', items: list.slice(1) })).items).toHaveLength(2_048);
  });

  it('is refused with one fault: more than 1,000 unknown fields in all objects together', async () => {
    const body = { query: 'a', ...unknown(400) };
    expect(await faultsOfList({ bodies: [body, body, body] })).toEqual([
      { pointer: '', detail: expect.stringContaining('1000 unknown fields') },
    ]);
    expect(await faultsOfList({ bodies: [body, body] })).toHaveLength(100);
  });

  it('is not read: the value of an unknown field', async () => {
    const secret = {
      get inner(): never {
        throw new Error('was read');
      },
    };
    expect(await faultsOfList({ stranger: secret })).toEqual([
      { pointer: '/stranger', detail: expect.stringContaining('not a known field') },
    ]);
  });
});

describe('the character NUL', () => {
  it('is refused anywhere in a body or a query, after the other faults', async () => {
    expect(await faults({ query: 'a\0b', items: [{ name: 'fine' }, { name: '\0' }] })).toEqual(
      expect.arrayContaining([
        { pointer: '/query', detail: 'must not hold the character NUL' },
        { pointer: '/items/1/name', detail: 'must not hold the character NUL' },
      ]),
    );
    const plain = await faults({ query: '\0', top_k: 'x' });
    expect(new Set(plain.map(({ pointer }) => pointer))).toEqual(new Set(['/top_k']));
    expect(unstorableFaults({ 'a/b': { '~': ['\0'] } })).toEqual([
      { pointer: '/a~1b/~0/0', detail: 'must not hold the character NUL' },
    ]);
  });

  it('is found in values that are nested deeper than calls may be', () => {
    let nested: unknown = '\0';
    for (let i = 0; i < 20_000; i++) nested = [nested];
    expect(unstorableFaults(nested)).toHaveLength(1);
  });

  it('is not looked for in bytes, whose members are many', () => {
    expect(unstorableFaults({ file: new Uint8Array(50_000_000) })).toEqual([]);
  });

  it('names nothing that exists', async () => {
    const param = (value: string) => validationPipe().transform(value, { type: 'param', metatype: String });
    expect(await param('a')).toBe('a');
    await expect(param('a\0')).rejects.toMatchObject({ kind: 'not-found' });
  });
});
