import { BACKGROUND_STEPS, lowerThreadPriority } from '../../../shared/infrastructure/runtime/thread-priority.js';
import { EXTRACTION_LIMITS } from './extraction-limits.js';
import { limitByteArrays, limitExpressions, serveFiles } from './extraction-thread.js';
import { readFile } from './read-file.js';

lowerThreadPriority(BACKGROUND_STEPS);
limitByteArrays(EXTRACTION_LIMITS.pdfStreamBytes);
limitExpressions(EXTRACTION_LIMITS.expressionLength);
serveFiles(readFile);
