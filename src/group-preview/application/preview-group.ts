import { Injectable } from '@nestjs/common';
import { AuditTrail, shownPassages } from '../../shared/domain/audit-trail.js';
import { GroupPreview, MemberRights, PreviewedRule, SeenContent } from '../domain/group-preview.js';

/** Enough to recognise what is there. */
const TITLES = 10;

const NOTHING_SEEN: Omit<GroupPreview, 'grant'> = { categories: [], documents: [], answer: undefined };

/** Shows what the members of some groups see, by the rights that a session of theirs would have now. */
@Injectable()
export class PreviewGroup {
  constructor(
    private readonly rights: MemberRights,
    private readonly content: SeenContent,
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
          categories: await this.content.categories(filter),
          documents: await this.content.documents(filter, TITLES),
          answer: question === undefined ? undefined : await this.content.answer(question, filter),
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
