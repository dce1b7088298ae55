import { call } from './call.js';
import { anything, list, map, nullable, object, page, type Read, text } from './shape.js';

const Improvement = object({
  id: text,
  type: text,
  priority: text,
  description: text,
  suggested_value: nullable(text),
  patch: list(anything),
  evidence: map(anything),
  status: text,
  dismissal_reason: nullable(text),
  audit: nullable(list(object({ at: text, by: text, action: text, detail: text }))),
});
export type Improvement = Read<typeof Improvement>;

export const listImprovements = () => call('/improvements', page(Improvement));
export type ImprovementChange = 'verify' | 'apply' | 'rollback' | 'dismiss' | 'restore';
/** @param body the reason of a dismissal */
export const changeImprovement = (id: string, change: ImprovementChange, body: { readonly reason?: string } = {}) =>
  call(`/improvements/${encodeURIComponent(id)}/${change}`, Improvement, { body });
