import { Injectable, OnModuleInit } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { Counter, Histogram, Registry } from 'prom-client';
import { LatencyWindow } from '../../shared/domain/latency-window.js';
import { Answer } from '../domain/answer.js';
import { LatencyFigures, PipelineFigures, PipelineTelemetry } from '../domain/pipeline-telemetry.js';
import { STEPS } from '../domain/step.js';
import { Degradations } from '../../shared/domain/health-check.js';

/** Seconds; includes the alert threshold above the deadline (6 s). */
const ANSWER_BUCKETS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 1.5, 2, 3, 4, 6, 8];
const PART_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 3.5];
const CONFIDENCE_BUCKETS = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1];
const SOURCE_BUCKETS = [0, 1, 2, 3, 4, 6, 8, 10];

const STEP_NAMES: ReadonlySet<string> = new Set(STEPS);

function figures(window: LatencyWindow): LatencyFigures {
  return { count: window.count, ...window.quantiles() };
}

/** Prometheus histograms of the pipeline, and the same measurements as quantiles of the last answers. */
@Injectable()
export class PipelineMetrics extends PipelineTelemetry implements OnModuleInit {
  private readonly latency = new Histogram({
    name: 'touchstone_pipeline_latency_seconds',
    help: 'Time from question to answer',
    buckets: ANSWER_BUCKETS,
    registers: [],
  });
  private readonly steps = new Histogram({
    name: 'touchstone_pipeline_step_seconds',
    help: 'Time of a step of the pipeline',
    labelNames: ['step'],
    buckets: PART_BUCKETS,
    registers: [],
  });
  private readonly components = new Histogram({
    name: 'touchstone_pipeline_component_seconds',
    help: 'Time of a component that fired, without the part that it wraps',
    labelNames: ['component'],
    buckets: PART_BUCKETS,
    registers: [],
  });
  private readonly confidence = new Histogram({
    name: 'touchstone_pipeline_confidence',
    help: 'Confidence of answers, 0 to 1; the mean is sum over count',
    buckets: CONFIDENCE_BUCKETS,
    registers: [],
  });
  private readonly sources = new Histogram({
    name: 'touchstone_pipeline_sources',
    help: 'Sources of an answer; the mean is sum over count',
    buckets: SOURCE_BUCKETS,
    registers: [],
  });
  private readonly answers = new Counter({
    name: 'touchstone_pipeline_answers_total',
    help: 'Answers',
    labelNames: ['intent', 'language', 'abstained'],
    registers: [],
  });
  private readonly timeouts = new Counter({
    name: 'touchstone_pipeline_timeout_errors_total',
    help: 'Steps past their limit',
    labelNames: ['step'],
    registers: [],
  });
  private readonly lasting = {
    whole: new LatencyWindow(),
    parts: new Map<string, LatencyWindow>(),
    timeouts: new Map<string, number>(),
    confidence: new LatencyWindow(),
    sources: new LatencyWindow(),
    abstained: 0,
  };

  constructor(
    private readonly modules: ModuleRef,
    private readonly degradations: Degradations,
  ) {
    super();
  }

  onModuleInit(): void {
    const registry = this.modules.get(Registry, { strict: false });
    for (const metric of [this.latency, this.steps, this.components, this.confidence, this.sources])
      registry.registerMetric(metric);
    registry.registerMetric(this.answers);
    registry.registerMetric(this.timeouts);
  }

  answered(answer: Answer): void {
    const { intent, language, abstained, latencyS, confidence, sources } = answer;
    this.latency.observe(latencyS);
    this.confidence.observe(confidence);
    this.sources.observe(sources.length);
    this.answers.inc({ intent, language, abstained: String(abstained) });
    for (const [part, seconds] of Object.entries(answer.stepTimingsS)) this.part(part, seconds);
    this.degradations.record('chat', answer.degraded);
    this.lasting.whole.record(latencyS * 1000);
    this.lasting.confidence.record(confidence);
    this.lasting.sources.record(sources.length);
    if (abstained) this.lasting.abstained++;
  }

  timedOut(step: string): void {
    this.timeouts.inc({ step });
    this.lasting.timeouts.set(step, (this.lasting.timeouts.get(step) ?? 0) + 1);
  }

  read(): PipelineFigures {
    const { whole, parts, timeouts, confidence, sources, abstained } = this.lasting;
    return {
      answers: whole.count,
      abstained,
      latency: figures(whole),
      parts: new Map([...parts].map(([name, window]) => [name, figures(window)])),
      timeouts,
      confidence: confidence.mean,
      sources: sources.mean,
    };
  }

  private part(name: string, seconds: number): void {
    if (STEP_NAMES.has(name)) this.steps.observe({ step: name }, seconds);
    else this.components.observe({ component: name }, seconds);
    const window = this.lasting.parts.get(name) ?? new LatencyWindow();
    this.lasting.parts.set(name, window);
    window.record(seconds * 1000);
  }
}
