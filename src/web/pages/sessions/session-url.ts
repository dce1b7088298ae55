import { query } from '../api/call.js';

/** URL of a session, or of one of its results. */
export const sessionUrl = (id: string, result?: string) => `/pages/sessions${query({ id, result })}`;
export const compareUrl = (base: string, candidate: string) => `/pages/sessions/compare${query({ base, candidate })}`;

export const isRunning = (status: string) => status === 'queued' || status === 'running';
