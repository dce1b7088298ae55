import { createHash, createHmac } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Environment } from '../../config/environment.js';
import { MainDatabase } from '../../shared/infrastructure/database/databases.js';
import { AgentIds } from '../domain/agent-store.js';

/** Hexadecimal digits of an id: 96 bits make a collision in one store negligible. */
const DIGITS = 24;

/** @param secret undefined if no keys are required */
export function agentIdOf(canonicalText: string, secret: Buffer | undefined): string {
  const hash = secret === undefined ? createHash('sha256') : createHmac('sha256', secret);
  return `agent_${hash.update(canonicalText).digest('hex').slice(0, DIGITS)}`;
}

/**
 * Derives ids by SHA-256 of the agent's content. With AUTH_MODE=api-key the digest is an HMAC with a secret of the
 * store: knowledge of an id grants use of the agent, so predictable ids would disclose agents of hidden categories.
 */
@Injectable()
export class HashedAgentIds extends AgentIds {
  private readonly secret: Buffer | undefined;

  constructor(environment: Environment, database: MainDatabase) {
    super();
    if (environment.AUTH_MODE === 'none') return;
    const row = database.reader.prepare<[], { secret: Buffer }>('SELECT secret FROM agent_id_secret').get();
    if (row === undefined) throw new Error('The store has lost the secret of its agent ids; restore it from a backup.');
    this.secret = row.secret;
  }

  of(canonicalText: string): string {
    return agentIdOf(canonicalText, this.secret);
  }
}
