import { Injectable } from '@nestjs/common';
import { CallerRights } from '../../access/application/caller-rights.js';
import { EditGroupMapping } from '../../access/application/edit-group-mapping.js';
import { mayUse, SCOPES } from '../../access/domain/caller.js';
import { grantOf, MappingRule, storedRule } from '../../access/domain/group-mapping.js';
import { MemberGrant, MemberRights, PreviewedRule } from '../domain/group-preview.js';

/** No person has this id. */
const MEMBER_ID = 'previewed';

/** A rule in the form in which it would be in force after it was saved. */
const asSaved = (rule: PreviewedRule): MappingRule =>
  storedRule({ ...rule, scopes: SCOPES.filter((scope) => rule.scopes.includes(scope)) });

/** The rights that the sign-in makes, of somebody who has not signed in. */
@Injectable()
export class AccessMemberRights extends MemberRights {
  constructor(
    private readonly rights: CallerRights,
    private readonly mapping: EditGroupMapping,
  ) {
    super();
  }

  async of(providerGroups: readonly string[], rules: readonly PreviewedRule[] | undefined): Promise<MemberGrant> {
    const applied = rules?.map(asSaved) ?? (await this.mapping.current()).rules;
    const member = await this.rights.ofMember(MEMBER_ID, providerGroups, applied);
    return { ...grantOf(providerGroups, applied), mayRead: mayUse(member, 'query'), filter: member.filter };
  }
}
