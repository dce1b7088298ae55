import { query } from '../api/call.js';

/** URL of a session, or of one of its results. */
export const sessionUrl = (id: string, result?: string) => `/pages/sessions${query({ id, result })}`;
/** URL of the rows to label; without a reviewer it asks for the name. */
export const labelUrl = (id: string, reviewer?: string) => `/pages/sessions/label${query({ id, reviewer })}`;
export const compareUrl = (base: string, candidate: string) => `/pages/sessions/compare${query({ base, candidate })}`;

/** URL of the form that starts a session: over the questions of a dataset, against a target, or both. */
export const startUrl = (chosen: { readonly dataset?: string; readonly target?: string }) =>
  `/pages/sessions${query({ dataset: chosen.dataset, target: chosen.target })}`;

export const isRunning = (status: string) => status === 'queued' || status === 'running';
