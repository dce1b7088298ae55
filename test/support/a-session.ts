import { TestSession } from '../../src/test-automation/sessions/domain/test-session.js';
import { SessionRequest } from '../../src/test-automation/domain/session-request.js';

/** The request of a session over the university, with what a spec cares for put in its place. */
export const aSessionRequest = (more: Partial<SessionRequest> = {}): SessionRequest => ({
  name: undefined,
  seed: 7,
  isSeedGiven: true,
  target: { kind: 'self', baseUrl: undefined, model: undefined, apiKeyEnv: undefined },
  personaSet: 'university',
  personas: [],
  queriesPerPersona: 3,
  difficulty: { easy: 0.3, medium: 0.4, hard: 0.3 },
  scenarios: 1,
  turns: 3,
  attribution: 'off',
  concurrency: 1,
  resumeOf: undefined,
  budgetUsd: undefined,
  scope: null,
  ...more,
});

/** A test session of one person, queued, with what a spec cares for put in its place. */
export function aSession(more: Partial<TestSession> = {}, request: Partial<SessionRequest> = {}): TestSession {
  return {
    sessionId: 'ses_1',
    owner: 'ann',
    status: 'queued',
    request: aSessionRequest({ personas: ['freshman'], attribution: 'trace', ...request }),
    planned: { queries: 3, turns: 4 },
    createdAt: '2026-03-01T09:00:00Z',
    startedAt: null,
    completedAt: null,
    startState: {},
    error: null,
    ...more,
  };
}
