import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { IdGenerator } from '../domain/ids.js';

@Injectable()
export class RandomIdGenerator extends IdGenerator {
  next(prefix: string): string {
    return `${prefix}_${randomUUID().replaceAll('-', '')}`;
  }
}
