import { Transform } from 'class-transformer';
import { IsBoolean, IsIn, IsInt, IsNumber, IsOptional, IsString, IsUrl, Max, MaxLength, Min } from 'class-validator';

/** A number from text. */
export const asNumber = () =>
  Transform(({ value }: { value: unknown }) =>
    typeof value === 'string' && value.trim() !== '' ? Number(value) : value,
  );
const asBoolean = () =>
  Transform(({ value }: { value: unknown }) => (value === 'true' ? true : value === 'false' ? false : value));
/** One of several words. */
export const oneOf = (values: readonly string[]) => IsIn(values, { message: `takes one of ${values.join(', ')}` });
/** An integer in a range. */
export const wholeNumber =
  (min: number, max: number): PropertyDecorator =>
  (target, key) => {
    const message = `takes a whole number from ${min} to ${max}`;
    asNumber()(target, key);
    for (const decorate of [IsInt({ message }), Min(min, { message }), Max(max, { message })]) decorate(target, key);
  };
/** A boolean. */
export const trueOrFalse = (): PropertyDecorator => (target, key) => {
  asBoolean()(target, key);
  IsBoolean({ message: 'takes true or false' })(target, key);
};
/** An amount of money; undefined if unset. */
export const dollars = (): PropertyDecorator => (target, key) => {
  const message = 'takes an amount of US dollars such as 0.05; 0 or more';
  asNumber()(target, key);
  for (const decorate of [IsOptional(), IsNumber({}, { message }), Min(0, { message })]) decorate(target, key);
};
/** A prefix for texts; undefined if unset. */
export const textPrefix = (): PropertyDecorator => (target, key) => {
  const message = 'takes up to 500 characters that are written before each text, or none';
  for (const decorate of [IsOptional(), IsString({ message }), MaxLength(500, { message })]) decorate(target, key);
};
/** The URL of a server. */
export const httpUrl = () =>
  IsUrl(
    { require_tld: false, require_protocol: true, protocols: ['http', 'https'] },
    { message: 'takes an http(s) URL' },
  );

/** Comma-separated values. */
export const commaList = () =>
  Transform(({ value }: { value: unknown }) =>
    typeof value === 'string'
      ? value
          .split(',')
          .map((o) => o.trim())
          .filter((o) => o !== '')
      : value,
  );
