import { Body, Controller, Get, HttpCode, PipeTransform, Post } from '@nestjs/common';
import { ApiBody, ApiExtraModels, ApiTags, getSchemaPath } from '@nestjs/swagger';
import { applyFilter, restrictedTo } from '../../shared/domain/category-filter.js';
import { foldLabel, isCategoryPath, pathFaults } from '../../shared/domain/category-path.js';
import { Fault, InvalidInputError, MAX_FAULTS } from '../../shared/domain/domain-error.js';
import { ApiProblems } from '../../shared/interface/api-errors.decorator.js';
import { validationPipe } from '../../shared/interface/validation.js';
import { FilterCounters } from '../domain/filter-counters.js';
import { ForWholeService, RequiresScope } from './access.decorators.js';
import {
  FilterMetricsDto,
  FilterTestDto,
  FilterValidationDto,
  TestFilterDto,
  ValidateFilterDto,
} from './filter.dto.js';

/** `/filter/validate` also accepts the bare list, which no DTO describes: it is wrapped before validation. */
class BareListPipe implements PipeTransform<unknown, Promise<unknown>> {
  transform(value: unknown): Promise<unknown> {
    const wrapped: unknown = Array.isArray(value) ? { paths: value } : value;
    return validationPipe().transform(wrapped, { type: 'body', metatype: ValidateFilterDto });
  }
}

function pathsOf(body: unknown): unknown[] {
  return body instanceof ValidateFilterDto ? body.paths : [];
}

function isPathList(value: unknown): value is string[][] {
  return (
    Array.isArray(value) && value.every((path) => (Array.isArray(path) && path.length === 0) || isCategoryPath(path))
  );
}

function isDocument(value: unknown): value is { canonical_path?: unknown } {
  return typeof value === 'object' && value !== null;
}

function uniquePaths(paths: readonly string[][]): string[][] {
  const folded = paths.map((path) => path.map(foldLabel));
  return [...new Map(folded.map((path) => [JSON.stringify(path), path])).values()];
}

@ApiTags('Filter')
@ApiExtraModels(ValidateFilterDto)
@Controller()
export class FilterController {
  constructor(private readonly counters: FilterCounters) {}

  /** Validates category paths and returns their normalized form. */
  @Post('filter/validate')
  @HttpCode(200)
  @RequiresScope('query')
  @ApiBody({
    schema: {
      oneOf: [
        { $ref: getSchemaPath(ValidateFilterDto) },
        { type: 'array', items: { type: 'array', items: { type: 'string' } } },
      ],
    },
  })
  @ApiProblems(400, 401, 415, 422)
  validate(@Body(new BareListPipe()) body: unknown): FilterValidationDto {
    const paths = pathsOf(body);
    const errors: Fault[] = paths.flatMap((path, i) => pathFaults(path, `/paths/${i}`));
    const valid = errors.length === 0;
    return {
      valid,
      paths_count: paths.length,
      normalized_paths: uniquePaths(paths.filter(isCategoryPath)),
      message: valid
        ? `All ${paths.length} paths are valid.`
        : `${errors.length} faults: ${errors[0]?.pointer ?? ''} ${errors[0]?.detail ?? ''}`,
      ...(valid ? {} : { errors: errors.slice(0, MAX_FAULTS) }),
    };
  }

  /** Applies the category filter to the documents of the request, and measures it. */
  @Post('filter/test')
  @HttpCode(200)
  @RequiresScope('query')
  @ApiProblems(400, 401, 413, 415, 422)
  test(@Body() body: TestFilterDto): FilterTestDto {
    if (!isPathList(body.allowed_paths)) {
      throw new InvalidInputError(body.allowed_paths.flatMap((path, i) => pathFaults(path, `/allowed_paths/${i}`)));
    }
    const documents = body.test_documents.map((document) => (isDocument(document) ? document : {}));
    const started = performance.now();
    const allowed = applyFilter(restrictedTo(body.allowed_paths), documents).length;
    const latency = performance.now() - started;
    this.counters.filtered(documents.length, latency);
    const perSecond = latency === 0 ? 0 : (documents.length / latency) * 1000;
    return {
      performance: {
        filter_latency_ms: latency,
        documents_per_second: perSecond,
        meets_target: latency <= 10 && (perSecond > 10_000 || documents.length < 100),
      },
      filtering_results: {
        total_documents: documents.length,
        allowed_documents: allowed,
        blocked_documents: documents.length - allowed,
        pass_rate: documents.length === 0 ? 0 : allowed / documents.length,
      },
    };
  }

  /** Counters of the category filter since the start. */
  @Get('metrics/filter')
  @RequiresScope('metrics')
  @ForWholeService()
  @ApiProblems(401, 403)
  metrics(): FilterMetricsDto {
    const s = this.counters.read();
    return {
      filter_system: {
        total_requests: s.totalRequests,
        blocked_attempts: s.blockedAttempts,
        average_latency_ms: s.averageLatencyMs,
        security_violations: s.blockedAttempts,
      },
      performance_metrics: {
        p50_latency_ms: s.p50LatencyMs,
        p95_latency_ms: s.p95LatencyMs,
        p99_latency_ms: s.p99LatencyMs,
        throughput_docs_per_sec: s.documentsPerSecond,
      },
      security_metrics: {
        path_traversal_attempts: s.pathTraversalAttempts,
        injection_attempts: s.injectionAttempts,
        bypass_attempts: s.blockedAttempts,
        last_violation: s.lastViolation,
      },
    };
  }
}
