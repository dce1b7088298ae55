import { TestSession } from '../../src/test-automation/sessions/domain/test-session.js';
import { SessionRequest } from '../../src/test-automation/domain/session-request.js';

/** A test session of one person, queued, with what a spec cares for put in its place. */
export function aSession(more: Partial<TestSession> = {}, request: Partial<SessionRequest> = {}): TestSession {
  return {
    sessionId: 'ses_1',
    owner: 'ann',
    status: 'queued',
    request: {
      name: undefined,
      seed: 7,
      isSeedGiven: true,
      target: { kind: 'self', baseUrl: undefined, model: undefined, apiKeyEnv: undefined },
      personaSet: 'university',
      personas: ['freshman'],
      queriesPerPersona: 3,
      difficulty: { easy: 0.3, medium: 0.4, hard: 0.3 },
      scenarios: 1,
      turns: 3,
      attribution: 'trace',
      concurrency: 1,
      resumeOf: undefined,
      budgetUsd: undefined,
      scope: null,
      ...request,
    },
    planned: { queries: 3, turns: 4 },
    createdAt: '2026-03-01T09:00:00Z',
    startedAt: null,
    completedAt: null,
    startState: {},
    error: null,
    ...more,
  };
}
