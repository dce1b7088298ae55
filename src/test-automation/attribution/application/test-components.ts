import { Injectable } from '@nestjs/common';
import { Clock, today } from '../../../shared/domain/clock.js';
import { inSlices } from '../../../shared/domain/steps.js';
import { ComponentTester, ComponentTest } from '../domain/component-tester.js';
import { materialInSteps } from '../../questions/domain/known-questions.js';
import { DocumentSource, SourceDocument } from '../../domain/session-scope.js';
import { RequestedSession } from '../../domain/session-request.js';

/** Questions of the store for each component: enough for one or two hard ones, few enough to finish within a second. */
const KNOWN_QUESTIONS = 8;
/** Provisions that words are looked up in. */
const PROVISIONS = 2_000;

/** Tests the eight components within a session, with their own cases and with questions of the store. */
@Injectable()
export class TestComponents {
  constructor(
    private readonly tester: ComponentTester,
    private readonly source: DocumentSource,
    private readonly clock: Clock,
  ) {}

  async test(session: RequestedSession, signal: AbortSignal): Promise<readonly ComponentTest[]> {
    const { scope, seed } = session.request;
    const documents: SourceDocument[] = [];
    for await (const document of this.source.documents(scope, signal)) documents.push(document);
    const day = today(this.clock);
    const choice = { day, seed, mostQuestions: KNOWN_QUESTIONS, mostProvisions: PROVISIONS };
    const material = await inSlices(materialInSteps(documents, choice), undefined, signal);
    return this.tester.test(session, material, signal);
  }
}
