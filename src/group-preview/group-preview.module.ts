import { Module } from '@nestjs/common';
import { DocumentsModule } from '../documents/documents.module.js';
import { PipelineModule } from '../pipeline/pipeline.module.js';
import { TaxonomyModule } from '../taxonomy/taxonomy.module.js';
import { PreviewGroup } from './application/preview-group.js';
import { MemberRights } from './domain/group-preview.js';
import { AccessMemberRights } from './infrastructure/access-member-rights.js';
import { GroupPreviewController } from './interface/group-preview.controller.js';

/**
 * What the members of a group at the provider see, before somebody of the group signs in.
 *
 * It has no rights of its own: the caller is made by the code that makes the caller of a session, and its filter goes to the use cases that
 * answer a person. Only administrators of the whole service may look, and each look is in the audit log.
 *
 * A feature of its own, since it asks the documents, the categories and the pipeline, and none of these asks the others.
 */
@Module({
  imports: [DocumentsModule, PipelineModule, TaxonomyModule],
  controllers: [GroupPreviewController],
  providers: [PreviewGroup, { provide: MemberRights, useClass: AccessMemberRights }],
})
export class GroupPreviewModule {}
