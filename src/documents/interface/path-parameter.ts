import { isCategoryPath, pathFaults } from '../../shared/domain/category-path.js';
import { InvalidInputError } from '../../shared/domain/domain-error.js';

function parse(text: string): unknown {
  if (!text.trimStart().startsWith('[')) return text.split('/');
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Reads `?path=`: a JSON array or labels joined by a slash; undefined when it is absent. @throws InvalidInputError */
export function readPathParameter(text: string | undefined): string[] | undefined {
  if (text === undefined || text === '') return undefined;
  const value = parse(text);
  if (isCategoryPath(value)) return value;
  throw new InvalidInputError(pathFaults(value, '/path'));
}
