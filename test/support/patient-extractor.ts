import { EXTRACTION_LIMITS } from '../../src/documents/infrastructure/extraction/extraction-limits.js';
import { ExtractionPool, READER_SETTINGS } from '../../src/documents/infrastructure/extraction/extraction-pool.js';
import { TextRecognition } from '../../src/documents/infrastructure/extraction/ocr/text-recognition.js';
import { WorkerTextExtractor } from '../../src/documents/infrastructure/extraction/worker-text-extractor.js';

const PATIENT_MS = 600_000;

/** The extractor of the product with more time for a file: a process that starts on a busy machine may take long. */
export function patientExtractor(recognition = new TextRecognition()): WorkerTextExtractor {
  const settings = { ...READER_SETTINGS, stallLimitMs: PATIENT_MS };
  return new WorkerTextExtractor(
    recognition,
    new ExtractionPool(settings, { ...EXTRACTION_LIMITS, longestWaitMs: PATIENT_MS, shareMs: PATIENT_MS }),
  );
}
