import { Injectable } from '@nestjs/common';
import { ComponentProbe, ProbeMaterial, ProbePlace, statusOf } from '../domain/component-probe.js';
import { TextCompletion } from '../domain/component.js';
import { ComponentName, COMPONENTS } from '../domain/trace.js';
import { FinishAnswer } from './finish-answer.js';
import { queryAnalyzerCases } from './probes/analysis-probes.js';
import { factCheckCases } from './probes/composition-probes.js';
import { CaseSpec, ProbeKit, runCase } from './probes/probe-kit.js';
import { retrievalCases } from './probes/retrieval-probes.js';
import { QuestionSteps } from './question-steps.js';
import { PipelineRunFactory } from './pipeline-run-factory.js';

/** Components that need a language model. */
const NEED_A_MODEL: ReadonlySet<ComponentName> = new Set(['hyde', 'corrective_rag']);

/**
 * Tests each of the eight components alone, with its configuration and its own cases: rules on invented passages, and questions of the
 * store with a known right passage. A component that is switched off fails, since it has no effect.
 */
@Injectable()
export class ProbeComponents {
  constructor(
    private readonly steps: QuestionSteps,
    private readonly runs: PipelineRunFactory,
    private readonly finish: FinishAnswer,
    private readonly model: TextCompletion,
  ) {}

  /** @param material of the store; if empty, only the rules are tested */
  async probeComponents(place: ProbePlace, material: ProbeMaterial, signal: AbortSignal): Promise<ComponentProbe[]> {
    const kit: ProbeKit = { ...material, place, steps: this.steps, newRun: () => this.runs.start({}, signal) };
    const probes: ComponentProbe[] = [];
    for (const component of COMPONENTS) probes.push(await this.probe(component, this.casesOf(kit, component), signal));
    return probes;
  }

  private casesOf(kit: ProbeKit, name: ComponentName): CaseSpec[] {
    const { analysis, retrieval, composition } = this.steps.components;
    return [
      ...analysis.filter((one) => one.name === name).flatMap((one) => queryAnalyzerCases(kit, one)),
      ...retrieval.filter((one) => one.name === name).flatMap((one) => retrievalCases(kit, one)),
      ...composition.filter((one) => one.name === name).flatMap((one) => factCheckCases(kit, one, this.finish)),
    ];
  }

  private async probe(
    component: ComponentName,
    specs: readonly CaseSpec[],
    signal: AbortSignal,
  ): Promise<ComponentProbe> {
    if (NEED_A_MODEL.has(component) && !this.model.available)
      return {
        component,
        status: 'not_available',
        cases: [],
        note: 'not available: no language model is configured',
        tookMs: 0,
      };
    const started = performance.now();
    const cases = [];
    for (const spec of specs) {
      signal.throwIfAborted();
      cases.push(await runCase(spec));
    }
    return { component, status: statusOf(cases), cases, note: null, tookMs: performance.now() - started };
  }
}
