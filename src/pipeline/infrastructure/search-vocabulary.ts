import { Injectable } from '@nestjs/common';
import { ActiveConfiguration } from '../../config/domain/configuration-version.js';
import { GroupedSynonyms } from '../../search/query/domain/grouped-synonyms.js';
import { stripParticle } from '../../text/korean/korean-form.js';
import { KnownWord, QuestionVocabulary } from '../domain/retriever.js';
import { lowered } from '../../text/folded-text.js';

/** The synonyms that the search uses. */
@Injectable()
export class SearchVocabulary extends QuestionVocabulary {
  private readonly synonyms = new GroupedSynonyms();
  private version: number | undefined;

  constructor(private readonly configuration: ActiveConfiguration) {
    super();
  }

  synonymsIn(question: string): readonly KnownWord[] {
    this.follow();
    const words = lowered(question).split(/[^\p{L}\p{N}]+/u);
    return [...new Set(words)].flatMap((written) => {
      // The written word first, as in the search: stripping removes the end of some nouns.
      const also = [written, stripParticle(written)].map((word) => this.synonyms.of(word)).find((o) => o.length > 0);
      return also === undefined ? [] : [{ word: written, also }];
    });
  }

  private follow(): void {
    const { version, document } = this.configuration.current;
    if (version === this.version) return;
    this.version = version;
    const { groups, translations } = document.synonyms;
    this.synonyms.use(
      groups.map((group) => group.words),
      translations,
    );
  }
}
