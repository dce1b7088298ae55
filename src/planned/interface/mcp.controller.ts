import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { ApiBody, ApiTags } from '@nestjs/swagger';
import { RequiresScope } from '../../access/interface/access.decorators.js';
import { ApiProblems } from '../../shared/interface/api-errors.decorator.js';
import { McpAnswerDto, McpMessageDto } from './mcp.dto.js';
import { MCP_SERVER, notAvailable } from './not-available.js';
import { readTolerantly } from './read-body.js';

@ApiTags('MCP')
@Controller()
export class McpController {
  /** Takes a message of the Model Context Protocol (streamable HTTP). Not part of this version yet. */
  @Post('mcp')
  @HttpCode(200)
  @RequiresScope('query')
  @ApiBody({ type: McpMessageDto })
  @ApiProblems(400, 401, 403, 413, 415, 422, 429, 501)
  handle(@Body() body: unknown): McpAnswerDto {
    readTolerantly(McpMessageDto, body);
    return notAvailable(MCP_SERVER);
  }
}
