import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ForWholeService, RequiresScope } from '../../access/interface/access.decorators.js';
import { rulesOf } from '../../access/interface/users.dto.js';
import { ApiProblems } from '../../shared/interface/api-errors.decorator.js';
import { PreviewGroup } from '../application/preview-group.js';
import { GroupPreviewDto, PreviewGroupDto } from './group-preview.dto.js';

@ApiTags('Users')
@Controller('group-mapping')
export class GroupPreviewController {
  constructor(private readonly previewGroup: PreviewGroup) {}

  /**
   * Returns what the members of these groups at the provider see: how many documents in which categories, the first titles, and the answer to
   * a question as they would ask it. With `rules` it follows those in place of the ones in force, so that they can be tried before they are
   * saved. The answer is written with the sentences of the documents; no language model is called and no conversation is stored. The audit
   * log has each preview.
   */
  @Post('preview')
  @HttpCode(200)
  @RequiresScope('admin')
  @ForWholeService()
  @ApiProblems(400, 401, 403, 413, 415, 422, 429, 504)
  async preview(@Body() body: PreviewGroupDto): Promise<GroupPreviewDto> {
    const { provider_groups: groups, rules, message } = body;
    return new GroupPreviewDto(
      await this.previewGroup.preview(groups, rules === undefined ? undefined : rulesOf(rules), message),
    );
  }
}
