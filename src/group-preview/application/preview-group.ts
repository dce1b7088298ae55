import { Injectable } from '@nestjs/common';
import { CallerRights } from '../../access/application/caller-rights.js';
import { EditGroupMapping } from '../../access/application/edit-group-mapping.js';
import { mayUse } from '../../access/domain/caller.js';
import { grantOf, MappingRule, storedRule, UserGrant } from '../../access/domain/group-mapping.js';
import { ReadDocuments } from '../../documents/application/read-documents.js';
import { DocumentSummary } from '../../documents/domain/document.js';
import { UnrecordedAnswers } from '../../pipeline/application/unrecorded-answers.js';
import { Answer } from '../../pipeline/domain/answer.js';
import { AuditTrail, shownPassages } from '../../shared/domain/audit-trail.js';
import { CategoryPath } from '../../shared/domain/category-path.js';
import { TaxonomyReader } from '../../taxonomy/application/taxonomy-reader.js';
import { CategoryTreeNode } from '../../taxonomy/domain/category-tree.js';
import { CURRENT } from '../../taxonomy/domain/taxonomy-version.js';

/** Enough to recognise what is there. */
const TITLES = 10;
/** No person has this id. */
const MEMBER_ID = 'previewed';

export interface SeenCategory {
  readonly path: CategoryPath;
  /** Documents exactly there, without those below. */
  readonly documents: number;
}

export interface GroupPreview {
  readonly grant: UserGrant;
  /** Categories with a document that a member sees. */
  readonly categories: readonly SeenCategory[];
  /** The first documents that a member sees, in the order of their ids. */
  readonly documents: readonly DocumentSummary[];
  /** Undefined if nothing was asked, and for members who may not ask. */
  readonly answer: Answer | undefined;
}

const NOTHING_SEEN: Omit<GroupPreview, 'grant'> = { categories: [], documents: [], answer: undefined };

const filled = (nodes: readonly CategoryTreeNode[]): SeenCategory[] =>
  nodes.flatMap(({ path, documentCount, children }) => [
    ...(documentCount === 0 ? [] : [{ path, documents: documentCount }]),
    ...filled(children),
  ]);

/** Shows what the members of some groups see, by the rights that a session of theirs would have now. */
@Injectable()
export class PreviewGroup {
  constructor(
    private readonly rights: CallerRights,
    private readonly mapping: EditGroupMapping,
    private readonly taxonomy: TaxonomyReader,
    private readonly documents: ReadDocuments,
    private readonly answers: UnrecordedAnswers,
    private readonly audit: AuditTrail,
  ) {}

  /**
   * @param rules undefined for those in force
   * @param question asked as a member, and answered with the sentences of the documents; undefined to ask nothing
   * @throws StepTimeoutError if the answer takes too long
   */
  async preview(
    providerGroups: readonly string[],
    rules: readonly MappingRule[] | undefined,
    question: string | undefined,
  ): Promise<GroupPreview> {
    const applied = rules?.map(storedRule) ?? (await this.mapping.current()).rules;
    const member = await this.rights.ofMember(MEMBER_ID, providerGroups, applied);
    const { filter } = member;
    const seen = mayUse(member, 'query')
      ? {
          categories: filled((await this.taxonomy.tree(CURRENT, filter)).nodes),
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
    return { grant: grantOf(providerGroups, applied), ...seen };
  }
}
