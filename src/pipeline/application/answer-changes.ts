import { Injectable } from '@nestjs/common';
import { Clock, today } from '../../shared/domain/clock.js';
import { ComparedEdition, DifferentPart, EditionDifferences } from '../../shared/domain/edition-differences.js';
import { Citation, Source } from '../domain/answer.js';
import { asksForChanges, daysOfChange, namesText } from '../domain/asked-changes.js';
import { editionOf } from '../domain/edition.js';
import { LlmUsage } from '../domain/composer.js';
import { Composition, CompositionDraft } from '../domain/composition.js';
import { changedTitle, MESSAGES } from '../domain/messages.js';

/** Characters of a part that are quoted: a whole chapter is to be read in its document. */
const MOST_QUOTED = 600;
const MOST_CHANGES = 6;
/** No writer takes part. */
const QUOTED_ONLY = { degraded: [], abstained: false, composed: undefined, findings: undefined };

/** A text with its citations, written part by part. */
class QuotedChanges {
  response = '';
  readonly sources: Source[] = [];
  readonly citations: Citation[] = [];

  constructor(private readonly confidence: number) {}

  /** Adds a part of an edition as a quote with its mark. */
  quote(lead: string, part: DifferentPart, edition: ComparedEdition): void {
    const quote = part.text.slice(0, MOST_QUOTED).trim();
    const at = part.start + part.text.indexOf(quote);
    const n = this.sources.length + 1;
    this.response += `\n${lead}: `;
    const start = this.response.length;
    this.response += quote;
    this.citations.push({ start, end: this.response.length, sourceN: n, quoteStart: at, quoteEnd: at + quote.length });
    this.response += ` [${n}]`;
    const { documentId, title, sourceUrl, date, version, canonicalPath } = edition;
    this.sources.push({
      ...{ n, documentId, title, date, version, canonicalPath, quote, chunkId: part.chunkId, section: part.label },
      ...{ url: sourceUrl, edition: editionOf(edition), score: this.confidence },
      ...{ start: at, end: at + quote.length, corroborating: false },
    });
  }
}

/** Answers what changed from the differences of the editions, with quotes of both. */
@Injectable()
export class AnswerChanges {
  constructor(
    private readonly differences: EditionDifferences,
    private readonly clock: Clock,
  ) {}

  /** @returns undefined if the message asks for something else, or nothing changed: then it is an ordinary question */
  async compose({ request, analysed, retrieved }: CompositionDraft, usage: LlmUsage): Promise<Composition | undefined> {
    if (!asksForChanges(analysed)) return undefined;
    const [first] = retrieved.evidence;
    const named = namesText(analysed) ? (first === undefined ? [] : [first.documentId]) : undefined;
    const days = daysOfChange(analysed, today(this.clock));
    const found = await this.differences.between(days, request.filter, named);
    // Without a time, the latest change is meant.
    const differences = analysed.period === undefined ? found.slice(0, 1) : found;
    if (differences.length === 0) return undefined;
    const confidence = retrieved.answerability.probability;
    const written = new QuotedChanges(confidence);
    const { before, after, added, removed } = MESSAGES[analysed.language].changes;
    for (const difference of differences) {
      written.response += `${written.response === '' ? '' : '\n\n'}${changedTitle(difference.after, analysed.language)}`;
      for (const change of difference.changes.slice(0, MOST_CHANGES)) {
        const isChanged = change.before !== undefined && change.after !== undefined;
        if (change.before !== undefined) written.quote(isChanged ? before : removed, change.before, difference.before);
        if (change.after !== undefined) written.quote(isChanged ? after : added, change.after, difference.after);
      }
    }
    const { response, sources, citations } = written;
    return { response, sources, citations, confidence, usage, ...QUOTED_ONLY };
  }
}
