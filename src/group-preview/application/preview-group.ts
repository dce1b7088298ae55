import { Injectable } from '@nestjs/common';
import { AuditTrail, shownPassages } from '../../shared/domain/audit-trail.js';
import { ReadDocuments } from '../../documents/application/read-documents.js';
import { UnrecordedAnswers } from '../../pipeline/application/unrecorded-answers.js';
import { TaxonomyReader } from '../../taxonomy/application/taxonomy-reader.js';
import { GroupPreview, MemberRights, PreviewedRule, SeenCategory } from '../domain/group-preview.js';

/** Enough to recognise what is there. */
const TITLES = 10;

const NOTHING_SEEN: Omit<GroupPreview, 'grant'> = { categories: [], documents: [], answer: undefined };

type CategoryNode = Awaited<ReturnType<TaxonomyReader['tree']>>['nodes'][number];

const filled = (nodes: readonly CategoryNode[]): SeenCategory[] =>
  nodes.flatMap(({ path, documentCount, children }) => [
    ...(documentCount === 0 ? [] : [{ path, documents: documentCount }]),
    ...filled(children),
  ]);

/** Shows what the members of some groups see, by the rights that a session of theirs would have now. */
@Injectable()
export class PreviewGroup {
  constructor(
    private readonly rights: MemberRights,
    private readonly taxonomy: TaxonomyReader,
    private readonly documents: ReadDocuments,
    private readonly answers: UnrecordedAnswers,
    private readonly audit: AuditTrail,
  ) {}

  /**
   * @param rules undefined for those in force
   * @param question asked as a member; undefined to ask nothing
   * @throws DomainError (timed out) if the answer takes too long
   */
  async preview(
    providerGroups: readonly string[],
    rules: readonly PreviewedRule[] | undefined,
    question: string | undefined,
  ): Promise<GroupPreview> {
    const grant = await this.rights.of(providerGroups, rules);
    const { filter } = grant;
    const seen = grant.mayRead
      ? {
          categories: filled((await this.taxonomy.tree('current', filter)).nodes),
          documents: (await this.documents.list({ filter, path: undefined, cursor: undefined, limit: TITLES })).items,
          answer: question === undefined ? undefined : await this.answers.answer(question, filter),
        }
      : NOTHING_SEEN;
    await this.audit.record({
      action: 'preview_group',
      question: question ?? null,
      shown: [
        ...seen.documents.map(({ documentId }) => ({ id: documentId, passages: [] })),
        ...shownPassages(seen.answer?.sources ?? []),
      ],
      detail: providerGroups.join(', '),
    });
    return { grant, ...seen };
  }
}
