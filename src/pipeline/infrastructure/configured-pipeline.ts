import { Injectable } from '@nestjs/common';
import { Patterns, PipelineDocument } from '../../config/domain/configuration.js';
import { ConfigurationVersion, ActiveConfiguration } from '../../config/domain/configuration-version.js';
import { PipelineSettings, PipelineSnapshot } from '../domain/pipeline-settings.js';

/** One expression for all patterns; without patterns it matches nothing. */
function compiled(patterns: Patterns): RegExp {
  return patterns.length === 0 ? /(?!)/u : new RegExp(patterns.map((p) => `(?:${p})`).join('|'), 'iu');
}

function conditions({ hyde }: PipelineDocument['components']): PipelineSnapshot['hyde'] {
  return {
    vagueWords: hyde.vague_words,
    vague: compiled(hyde.vague_patterns),
    emotional: compiled(hyde.emotional_patterns),
    never: compiled(hyde.never_patterns),
  };
}

/** The pipeline's part of a version of the configuration, compiled. */
export function pipelineSnapshot({ version, hash, document }: ConfigurationVersion): PipelineSnapshot {
  const { components } = document.pipeline;
  const { self_rag, corrective_rag } = components;
  return {
    version,
    hash,
    enabled: {
      query_analyzer: components.query_analyzer.enabled,
      self_rag: self_rag.enabled,
      dynamic_query_expansion: components.dynamic_query_expansion.enabled,
      hyde: components.hyde.enabled,
      hybrid_search: components.hybrid_search.enabled,
      corrective_rag: corrective_rag.enabled,
      reranker: components.reranker.enabled,
      fact_check: components.fact_check.enabled,
    },
    intents: document.intents.rules.map(({ id, intent, patterns }) => ({ id, intent, pattern: compiled(patterns) })),
    audiences: document.intents.audiences.map(({ audience, patterns }) => ({ audience, pattern: compiled(patterns) })),
    analyser: {
      llm: components.query_analyzer.llm,
      followUp: compiled(components.query_analyzer.followup_patterns),
    },
    selfRag: {
      llm: self_rag.llm,
      keepShare: self_rag.keep_share,
      llmFrom: self_rag.llm_from,
      llmTo: self_rag.llm_to,
    },
    expansion: { llm: components.dynamic_query_expansion.llm },
    hyde: conditions(components),
    corrective: { llm: corrective_rag.llm, poorBelow: corrective_rag.poor_below, gain: corrective_rag.gain },
    factCheck: { attempts: components.fact_check.attempts },
  };
}

/** The current configuration as the pipeline's settings; compiled once per version. */
@Injectable()
export class ConfiguredPipeline extends PipelineSettings {
  private snapshot: PipelineSnapshot | undefined;

  constructor(private readonly configuration: ActiveConfiguration) {
    super();
  }

  current(): PipelineSnapshot {
    const { current } = this.configuration;
    if (this.snapshot?.version !== current.version) this.snapshot = pipelineSnapshot(current);
    return this.snapshot;
  }
}
