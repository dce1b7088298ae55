/** Names that cannot be derived from the address. */
const NAMED: Readonly<Record<string, string>> = {
  'GET /audit': 'listAuditEntries',
  'GET /audit/export': 'exportAuditLog',
  'GET /audit/verify': 'verifyAuditLog',
  'GET /auth/session': 'getSession',
  'POST /auth/logout': 'signOut',
  'GET /auth/tokens': 'listPersonalTokens',
  'POST /auth/tokens': 'createPersonalToken',
  'DELETE /auth/tokens/{id}': 'deletePersonalToken',
  'PUT /configuration/synonyms': 'replaceSynonyms',
  'GET /documents/{document_id}/outdated': 'listOutdatedReferences',
  'GET /health/live': 'checkLiveness',
  'GET /health/ready': 'checkReadiness',
  'GET /insights': 'getInsights',
  'GET /metrics/filter': 'getFilterMetrics',
  'GET /test-sessions/{id}/events': 'streamTestSessionEvents',
  'POST /search': 'search',
  'POST /classify': 'classifyText',
  'POST /chat/run': 'askQuestion',
  'GET /chat/examples': 'listExamples',
  'POST /fact-check': 'checkFacts',
  'POST /judge': 'judgeAnswer',
  'POST /feedback': 'giveFeedback',
  'POST /mcp': 'sendMcpMessage',
  'POST /v1/embeddings': 'createEmbeddings',
  'GET /conversations': 'listConversations',
  'PATCH /conversations/{conversation_id}': 'renameConversation',
  'POST /conversations/{conversation_id}/shares': 'shareConversation',
  'GET /conversations/{conversation_id}/shares': 'listConversationShares',
  'GET /shared/{share_id}': 'getSharedConversation',
  'POST /documents': 'putDocument',
  'POST /documents/bulk': 'loadDocuments',
  'POST /documents/reprocess': 'reprocessDocuments',
  'POST /agents/from-category': 'createAgent',
  'POST /reviews/{review_id}/decision': 'decideReview',
  'POST /cbr/suggest': 'suggestCases',
  'POST /cbr/feedback': 'rateCase',
  'POST /cbr/reuse': 'reuseCase',
  'POST /cbr/retain': 'retainCase',
  'POST /cbr/import': 'importCases',
  'GET /cbr/export': 'exportCases',
  'GET /cbr/logs': 'listCaseLogs',
  'GET /cbr/cases/{case_id}/logs': 'listLogsOfCase',
  'GET /cbr/stats': 'getCaseStatistics',
  'PUT /cbr/cases/{case_id}/quality': 'setCaseQuality',
  'POST /test-sessions': 'startTestSession',
  'PUT /scim/v2/Users/{id}': 'replaceScimUser',
  'PUT /scim/v2/Groups/{id}': 'replaceScimGroup',
  'GET /test-targets/names': 'listTestTargetNames',
};
/** Path segments that only group routes. */
const GROUPS = new Set(['v1', 'v2', 'cbr', 'auth']);
/** Last path segments that are verbs. */
const VERBS =
  /^(?:activate|apply|cancel|compare|convert|dismiss|estimate|export|import|move|optimize|process|reprocess|rejudge|restore|resume|revert|rollback|rotate|sync|test|upload|validate|verify)$/u;
/** Last path segments that say which one of several is meant. */
const WHICH = /^(?:current|latest|default)$/u;

const isParameter = (part: string | undefined): boolean => part?.startsWith('{') === true;
const capital = (word: string): string => `${word.charAt(0).toUpperCase()}${word.slice(1)}`;
const camel = (part: string): string =>
  part
    .split(/[^A-Za-z0-9]+/u)
    .map(capital)
    .join('');
const singular = (word: string): string => {
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  return /(?:ss|us|is|ics)$/u.test(word) ? word : word.replace(/s$/u, '');
};

/** Nouns of an address: all but the last describe it, and the one before a parameter means one thing. */
function nounsOf(parts: readonly string[]): string[] {
  return parts.flatMap((part, i) => {
    if (isParameter(part)) return [];
    return [i < parts.length - 1 ? camel(singular(part)) : camel(part)];
  });
}

/**
 * Returns the function name of a route: `listDocuments`, `cancelTestSession`. Generated clients use it.
 * @param path as the document writes it
 */
export function operationName(method: string, path: string): string {
  const given = NAMED[`${method.toUpperCase()} ${path}`];
  if (given !== undefined) return given;
  const parts = path.split('/').filter((part) => part !== '' && !GROUPS.has(part));
  const last = parts.at(-1) ?? '';
  if (VERBS.test(last)) {
    const nouns = nounsOf(parts.slice(0, -1));
    const isOfOne = isParameter(parts.at(-2)) || method.toUpperCase() === 'POST';
    const of = nouns.map((noun, i) => (isOfOne && i === nouns.length - 1 ? singular(noun) : noun));
    return `${last}${of.join('')}`;
  }
  if (WHICH.test(last)) return `get${camel(last)}${nounsOf([...parts.slice(0, -1), '{id}']).join('')}`;
  const nouns = nounsOf(parts);
  const one = nouns.map((noun, i) => (i < nouns.length - 1 ? noun : singular(noun))).join('');
  switch (method.toUpperCase()) {
    case 'GET':
      return `${!isParameter(last) && singular(last) !== last ? 'list' : 'get'}${nouns.join('')}`;
    case 'POST':
      return `create${one}`;
    case 'PUT':
      return isParameter(last) ? `update${one}` : `replace${nouns.join('')}`;
    case 'PATCH':
      return `update${one}`;
    default:
      return `delete${isParameter(last) ? one : nouns.join('')}`;
  }
}
