import { isKept } from './backup-files.js';

describe('isKept', () => {
  it.each(['store/documents.db', 'store/work.db', 'store/access.db', 'cases/cbr_system.db', 'store/output/a/b.md'])(
    'takes %s',
    (name) => {
      expect(isKept(name)).toBe(true);
    },
  );

  it.each([
    'store/config/intents.json',
    'store/config/targets.json',
    'store/models/m/onnx/model.onnx',
    'store/search-index.image',
    'store/taxonomy-service.json',
    'store/documents.db-wal',
    'store/sub/documents.db',
    'store/other.db',
    'cases/documents.db',
    'cases/cases.json',
    'store/outputs/a.md',
    '.env',
  ])('takes no %s', (name) => {
    expect(isKept(name)).toBe(false);
  });
});
