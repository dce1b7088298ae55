import { Injectable } from '@nestjs/common';
import { ContentFingerprint } from '../domain/document.js';
import { TextIdentity } from '../domain/duplicate-index.js';
import { normalizedWords } from '../../text/normalized-text.js';
import { TextSketcher } from '../domain/text-sketch.js';
import { EventLoopYielder } from '../../shared/domain/steps.js';

/** Computes the fingerprint of texts in pieces and yields between the pieces, so that other requests continue. */
@Injectable()
export class IdentifyText {
  constructor(private readonly hash: ContentFingerprint) {}

  fingerprint(text: string): string {
    return this.hash.of(text);
  }

  async identify(text: string, others = new EventLoopYielder()): Promise<TextIdentity> {
    const digest = this.hash.begin();
    const sketcher = new TextSketcher();
    for (const words of normalizedWords(text)) {
      // A line break is in no word, so that two lists of words never give one text.
      digest.add(words.map((word) => `${word}\n`).join(''));
      sketcher.add(words);
      await others.yieldIfDue();
    }
    return { contentHash: digest.end(), sketch: sketcher.sketch() };
  }
}
