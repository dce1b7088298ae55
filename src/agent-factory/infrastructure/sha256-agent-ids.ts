import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { AgentIds } from '../domain/agent-store.js';

/** Hexadecimal digits of an id: 96 bits, so that two agents of one store never meet. */
const DIGITS = 24;

@Injectable()
export class Sha256AgentIds extends AgentIds {
  of(canonicalText: string): string {
    return `agent_${createHash('sha256').update(canonicalText).digest('hex').slice(0, DIGITS)}`;
  }
}
