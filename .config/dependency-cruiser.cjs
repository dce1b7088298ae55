/** The layer table and the feature arrows of the design, as rules. Each has a planted violation in test/architecture. */
const FEATURES = [
  'documents',
  'taxonomy',
  'search',
  'pipeline',
  'llm',
  'fact-check',
  'cbr',
  'feedback',
  'insights',
  'examples',
  'agent-factory',
  'openai-api',
  'mcp',
  'access',
  'test-automation',
  'jobs',
  'health',
  'backup',
  'audit',
  'webhooks',
  'setup',
  'group-preview',
  'web',
];
/** Which other features a feature may reach, and (for infrastructure) only through the other's application or domain. */
const ARROWS = {
  pipeline: ['search', 'llm', 'cbr', 'fact-check'],
  'fact-check': ['search', 'documents'],
  cbr: ['search', 'llm', 'fact-check'],
  feedback: ['pipeline', 'cbr'],
  insights: ['pipeline', 'search'],
  // Questions about the caller's documents, asked on trial.
  examples: ['pipeline', 'search', 'documents', 'cbr', 'test-automation'],
  setup: ['llm'],
  // What a member of a group sees, by the use cases that answer a person.
  'group-preview': ['pipeline', 'documents', 'taxonomy'],
  'agent-factory': ['taxonomy'],
  // The entry points for other programs: each adapts the use cases of the features.
  'openai-api': ['pipeline', 'search', 'agent-factory', 'llm'],
  mcp: ['pipeline', 'search', 'documents', 'cbr', 'agent-factory', 'taxonomy'],
  documents: ['search', 'taxonomy'],
  taxonomy: ['search'],
  'test-automation': ['feedback', 'pipeline', 'search', 'llm', 'fact-check', 'documents'],
};
/** Composition roots and cross-cutting rooms: every feature may be guarded, run jobs, or be checked for health. */
const arrowRules = FEATURES.filter((f) => !['health', 'web', 'access', 'jobs'].includes(f)).map((f) => ({
  name: `arrow-${f}`,
  comment: `${f} reaches only ${[...(ARROWS[f] ?? []), 'access (guards), jobs, shared, text'].join(', ')}`,
  severity: 'error',
  from: { path: `^src/${f}/` },
  to: {
    path: '^src/([^/]+)/',
    pathNot: `^src/(${[f, 'shared', 'text', 'config', 'access', 'jobs', ...(ARROWS[f] ?? [])].join('|')})/`,
  },
}));

/**
 * Sub-rooms of a feature and which of them each may import. `domain` and `infrastructure` of the feature itself are shared by its rooms and
 * import none of them; its module and providers put the rooms together.
 */
const ROOMS = {
  search: {
    query: [],
    'known-item': [],
    embedding: ['query'],
    ranking: ['query', 'known-item', 'embedding'],
    rerank: ['ranking'],
    maintenance: ['embedding', 'ranking'],
    // `application`: the sandboxes search by the use case itself.
    'index-memory': ['query', 'known-item', 'embedding', 'ranking', 'rerank', 'maintenance', 'application'],
    'index-postgres': ['query', 'known-item', 'embedding', 'ranking', 'rerank', 'maintenance', 'application'],
    application: ['query', 'embedding', 'ranking', 'rerank', 'maintenance'],
    interface: ['application', 'query', 'ranking'],
  },
  'test-automation': {
    datasets: [],
    personas: [],
    targets: [],
    questions: ['datasets', 'personas'],
    judge: ['questions', 'personas'],
    attribution: ['questions', 'judge'],
    sessions: ['datasets', 'personas', 'targets', 'questions', 'judge', 'attribution'],
    improvement: ['personas', 'targets', 'questions', 'judge', 'attribution', 'sessions'],
    reports: ['personas', 'judge', 'attribution', 'sessions'],
  },
};
/** The layers of a feature, with those of its rooms. One repetition in another would be refused as unsafe. */
const layersOf = (feature, layers) => `^src/${feature}/[^/]*/?(?:${layers})/`;
/** A room imports itself, what the feature's rooms share, and the rooms that its arrows name. Specs may put more of them together. */
const roomRules = Object.entries(ROOMS).flatMap(([feature, rooms]) => [
  ...Object.entries(rooms).map(([room, others]) => ({
    name: `room-${feature}-${room}`,
    comment: `${room} reaches only ${['what the rooms share', ...others].join(', ')}`,
    severity: 'error',
    from: { path: `^src/${feature}/${room}/`, pathNot: '\\.spec\\.ts$' },
    to: {
      path: `^src/${feature}/`,
      pathNot: `^src/${feature}/(${[room, 'domain', 'infrastructure', ...others].join('|')})/`,
    },
  })),
  {
    name: `shared-of-${feature}`,
    comment: `what the rooms of ${feature} share imports none of them`,
    severity: 'error',
    from: { path: `^src/${feature}/(domain|infrastructure)/`, pathNot: '\\.spec\\.ts$' },
    to: { path: `^src/${feature}/`, pathNot: `^src/${feature}/(domain|infrastructure)/` },
  },
]);

module.exports = {
  forbidden: [
    { name: 'no-circular', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'domain-is-pure',
      comment: 'domain imports itself, shared/domain and text; no npm package, no node built-in',
      severity: 'error',
      from: {
        path: layersOf('([^/]+)', 'domain'),
        pathNot: ['\\.spec\\.ts$', '^src/test-automation/judge/domain/', '^src/shared/domain/lru-cache\\.ts$'],
      },
      to: { pathNot: [layersOf('$1', 'domain'), '^src/shared/domain/', '^src/text/'] },
    },
    {
      name: 'lru-cache-wraps-one-package',
      comment: 'lru-cache is a data structure without input or output: one file of the shared domain wraps it',
      severity: 'error',
      from: { path: '^src/shared/domain/lru-cache\\.ts$' },
      to: { pathNot: '^node_modules/lru-cache/' },
    },
    {
      name: 'one-lru-cache',
      comment: 'caches with a bound are LruCache or memoize of src/shared/domain',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/shared/domain/lru-cache\\.ts$' },
      to: { path: '(^|/)node_modules/(lru-cache|quick-lru)/' },
    },
    {
      name: 'judge-domain-is-pure',
      comment: 'the judge reads numbers, dates and negation as the fact check does: its domain is pure as well',
      severity: 'error',
      from: { path: '^src/test-automation/judge/domain/', pathNot: '\\.spec\\.ts$' },
      to: {
        pathNot: [
          layersOf('test-automation', 'domain'),
          '^src/fact-check/domain/',
          '^src/shared/domain/',
          '^src/text/',
        ],
      },
    },
    {
      name: 'application-imports',
      comment:
        "application imports its own domain and application, other features' use cases, shared, text, and Injectable",
      severity: 'error',
      from: { path: layersOf('([^/]+)', 'application'), pathNot: '\\.spec\\.ts$' },
      to: {
        pathNot: [
          layersOf('$1', 'domain|application'),
          layersOf('[^/]+', 'application'),
          '^src/shared/domain/',
          '^src/text/',
          '^node_modules/@nestjs/common/',
          '^tslib$',
        ],
      },
    },
    {
      name: 'infrastructure-not-interface',
      severity: 'error',
      from: { path: layersOf('([^/]+)', 'infrastructure'), pathNot: '\\.spec\\.ts$' },
      to: { path: layersOf('[^/]+', 'interface') },
    },
    {
      name: 'infrastructure-other-features-application-only',
      comment: "another feature's application and domain vocabulary, never its adapters",
      severity: 'error',
      from: { path: layersOf('([^/]+)', 'infrastructure'), pathNot: '\\.spec\\.ts$' },
      to: { path: layersOf('([^/]+)', 'infrastructure'), pathNot: '^src/($1|shared)/' },
    },
    {
      name: 'interface-imports',
      comment:
        "interface imports its own application and domain, other features' use cases, shared, text, guards of access",
      severity: 'error',
      from: { path: layersOf('([^/]+)', 'interface'), pathNot: '\\.spec\\.ts$' },
      to: {
        path: '^src/',
        pathNot: [
          layersOf('$1', 'interface|application|domain'),
          layersOf('[^/]+', 'application'),
          '^src/shared/',
          '^src/text/',
          '^src/config/',
          '^src/access/(interface|application|domain)/',
        ],
      },
    },
    {
      name: 'shared-imports-no-feature',
      severity: 'error',
      from: { path: '^src/shared/' },
      to: { path: '^src/', pathNot: '^src/(shared|text|config)/' },
    },
    {
      name: 'text-imports-only-itself',
      comment: 'language analysis is pure: no other room, no npm package, no node built-in',
      severity: 'error',
      from: { path: '^src/text/', pathNot: '\\.spec\\.ts$' },
      to: { pathNot: '^src/text/' },
    },
    {
      name: 'one-outgoing-client',
      comment:
        'requests to other servers leave by src/shared/infrastructure/outgoing; shared/interface serves, and takes none of them',
      severity: 'error',
      from: {
        path: '^src/',
        // Trusted proxies are lists of addresses, which node:net compares.
        pathNot: [
          '^src/shared/(infrastructure/outgoing|interface)/',
          '^src/shared/infrastructure/trusted-proxies\\.ts$',
          '^src/web/pages/',
          '\\.spec\\.ts$',
        ],
      },
      to: {
        path: '^(node:)?(http|https|http2|net|tls|dgram)$|^(node_modules/)?(undici|node-fetch|axios|got|ky|superagent)(/|$)',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'pages-stand-alone',
      comment: 'the pages run in the browser: they know the HTTP contract and nothing of the server',
      severity: 'error',
      from: { path: '^src/web/pages/' },
      // src/web/korean has the server's sentences in Korean; pdfjs-dist draws pages of PDF in the browser.
      to: { pathNot: ['^src/web/(pages|korean)/', '^node_modules/(preact|pdfjs-dist)/'] },
    },
    {
      name: 'server-without-pages',
      comment: 'the server gives the built pages out as files',
      severity: 'error',
      from: { path: '^(src|test|migrations)/', pathNot: '^src/web/pages/' },
      to: { path: '^src/web/pages/' },
    },
    ...arrowRules,
    ...roomRules,
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.js', '.json'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default'],
    },
  },
};
