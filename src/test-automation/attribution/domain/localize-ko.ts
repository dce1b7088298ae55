import { sentencesInKorean } from '../../../text/korean/translated-sentences.js';
import { CAUSES_IN_KOREAN } from './korean-causes.js';
import { EXPLAINED_IN_KOREAN } from './korean-explanations.js';
import { FOUND_IN_KOREAN } from './korean-findings.js';
import { MEASURED_IN_KOREAN } from './korean-measurements.js';
import { REMEDIES_IN_KOREAN } from './korean-remedies.js';

/** Every known sentence. */
export const SENTENCES = [
  ...FOUND_IN_KOREAN,
  ...CAUSES_IN_KOREAN,
  ...EXPLAINED_IN_KOREAN,
  ...REMEDIES_IN_KOREAN,
  ...MEASURED_IN_KOREAN,
];

/** A finding in Korean; unknown text and quoted values stay unchanged. */
export const inKorean = sentencesInKorean(SENTENCES);

/** A finding in the language of the reader. */
export const told = (text: string, language: 'en' | 'ko'): string => (language === 'ko' ? inKorean(text) : text);
