import { operationName } from './operation-names.js';

describe('operationName', () => {
  it.each([
    ['GET', '/documents', 'listDocuments'],
    ['GET', '/documents/{document_id}', 'getDocument'],
    ['PUT', '/documents/{document_id}', 'updateDocument'],
    ['DELETE', '/documents/{document_id}', 'deleteDocument'],
    ['GET', '/documents/{document_id}/chunks', 'listDocumentChunks'],
    ['POST', '/documents/upload', 'uploadDocument'],
    ['POST', '/documents', 'putDocument'],
    ['POST', '/chat/run', 'askQuestion'],
    ['POST', '/test-sessions/{id}/cancel', 'cancelTestSession'],
    ['GET', '/test-sessions/{id}/report', 'getTestSessionReport'],
    ['GET', '/test-sessions/compare', 'compareTestSessions'],
    ['PUT', '/test-schedules', 'replaceTestSchedules'],
    ['GET', '/index', 'getIndex'],
    ['POST', '/index/optimize', 'optimizeIndex'],
    ['GET', '/taxonomy/{version}/tree', 'getTaxonomyTree'],
    ['POST', '/taxonomy/versions/{version}/activate', 'activateTaxonomyVersion'],
    ['GET', '/cbr/cases', 'listCases'],
    ['POST', '/cbr/case', 'createCase'],
    ['PUT', '/cbr/cases/{case_id}', 'updateCase'],
    ['GET', '/v1/models/{model}', 'getModel'],
    ['POST', '/v1/chat/completions', 'createChatCompletion'],
    ['POST', '/v1/responses', 'createResponse'],
    ['GET', '/api-keys', 'listApiKeys'],
    ['POST', '/api-keys/{id}/rotate', 'rotateApiKey'],
    ['GET', '/health/live', 'getHealthLive'],
    ['GET', '/metrics', 'getMetrics'],
    ['PATCH', '/conversations/{conversation_id}', 'renameConversation'],
    ['POST', '/sources/{id}/sync', 'syncSource'],
  ])('%s %s is %s', (method, path, name) => {
    expect(operationName(method, path)).toBe(name);
  });
});
