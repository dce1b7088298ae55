import type { Improvement } from '../../api/improvements.js';

type Evidenced = Pick<Improvement, 'patch' | 'evidence'>;

/** What a patch sets, in the words of the configuration. */
export interface PatchLine {
  /** @example 'synonyms › terms › 3' */
  readonly place: string;
  readonly value: string;
}

function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(textOf).join(', ');
  if (typeof value === 'object' && value !== null)
    return Object.entries(value)
      .map(([key, part]) => `${key.replaceAll('_', ' ')}: ${textOf(part)}`)
      .join('; ');
  return typeof value === 'string' ? value : value === null ? '–' : JSON.stringify(value);
}

/** The changes of a patch (JSON Patch), in order. */
export function patchLines({ patch }: Evidenced): PatchLine[] {
  return patch.flatMap((change) => {
    if (typeof change !== 'object' || change === null || !('path' in change)) return [];
    const path = typeof change.path === 'string' ? change.path : '';
    const place = path
      .split('/')
      .filter((part) => part !== '' && part !== '-')
      .join(' › ')
      .replaceAll('_', ' ');
    return [{ place, value: textOf('value' in change ? change.value : null) }];
  });
}

/** The questions that an improvement comes from; each result id begins with the id of its session. */
export function evidenceRows({ evidence }: Evidenced): { readonly session: string; readonly result: string }[] {
  const ids = evidence.result_ids;
  if (!Array.isArray(ids)) return [];
  return ids.flatMap((id: unknown) => {
    const session = typeof id === 'string' ? /^ses_[0-9a-z]+(?=-)/u.exec(id)?.[0] : undefined;
    return typeof id === 'string' && session !== undefined ? [{ session, result: id }] : [];
  });
}
