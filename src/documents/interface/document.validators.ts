import { registerDecorator } from 'class-validator';
import { nameFault } from '../../shared/domain/visible-name.js';

const MAX_CHARACTERS = 10_000_000;
const WEB_PROTOCOLS: ReadonlySet<string> = new Set(['http:', 'https:']);

function textFault(value: unknown): string | undefined {
  if (typeof value !== 'string') return 'must be a string';
  if (value.trim() === '') return 'must hold visible text';
  if (value.length > MAX_CHARACTERS) return `must have at most ${MAX_CHARACTERS} characters; split the document`;
  if (value.includes('\u0000')) return 'must not hold NUL characters';
  return value.isWellFormed() ? undefined : 'must not hold lone surrogates';
}

/** A document's text. */
export function IsVisibleText(): PropertyDecorator {
  return (target, key) => {
    registerDecorator({
      name: 'isVisibleText',
      target: target.constructor,
      propertyName: String(key),
      validator: {
        validate: (value: unknown) => textFault(value) === undefined,
        defaultMessage: (args) => textFault(args?.value) ?? '',
      },
    });
  };
}

function webUrlFault(value: unknown): string | undefined {
  const rule = 'must be an http or https URL, for example https://example.org/library';
  // The parser drops line breaks and outer spaces, which a reader of the stored text may not do.
  if (typeof value !== 'string' || /[\s\p{Cc}]/u.test(value) || !value.isWellFormed()) return rule;
  const invisible = nameFault(value);
  if (invisible !== undefined) return invisible;
  const url = URL.parse(value);
  if (url !== null && (url.username !== '' || url.password !== ''))
    return 'must not hold a user or a password; leave them out';
  return url !== null && WEB_PROTOCOLS.has(url.protocol) ? undefined : rule;
}

/** A URL that a reader may follow: a link with any other scheme could run a script in the page that shows it. */
export function IsWebUrl(): PropertyDecorator {
  return (target, key) => {
    registerDecorator({
      name: 'isWebUrl',
      target: target.constructor,
      propertyName: String(key),
      validator: {
        validate: (value: unknown) => webUrlFault(value) === undefined,
        defaultMessage: (args) => webUrlFault(args?.value) ?? '',
      },
    });
  };
}
