import { Injectable } from '@nestjs/common';
import { ProbeComponents } from '../../../pipeline/application/probe-components.js';
import { ComponentTester, ComponentTest } from '../domain/component-tester.js';
import { TestMaterial } from '../../questions/domain/known-questions.js';
import { filterOf } from '../../domain/session-scope.js';
import { RequestedSession } from '../../domain/session-request.js';
import { RAG_COMPONENTS } from '../domain/trace-attribution.js';

/** The components of this process; those of another system cannot be reached. */
@Injectable()
export class PipelineComponentTests extends ComponentTester {
  constructor(private readonly probes: ProbeComponents) {
    super();
  }

  async test(
    { owner, request }: RequestedSession,
    { questions, provisions }: TestMaterial,
    signal: AbortSignal,
  ): Promise<readonly ComponentTest[]> {
    if (request.target.kind !== 'self')
      return RAG_COMPONENTS.map((component) => ({
        component,
        status: 'not_available',
        cases: [],
        note: 'not available: the system under test is another one, whose components cannot be reached',
        tookMs: 0,
      }));
    const place = { owner, filter: filterOf(request.scope) };
    const found = await this.probes.probeComponents(place, { items: questions, provisions }, signal);
    return RAG_COMPONENTS.flatMap((component) => found.filter((probe) => probe.component === component));
  }
}
