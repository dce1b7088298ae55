import { Module } from '@nestjs/common';
import { AgentFactoryModule } from '../agent-factory/agent-factory.module.js';
import { CbrModule } from '../cbr/cbr.module.js';
import { DocumentsModule } from '../documents/documents.module.js';
import { PipelineModule } from '../pipeline/pipeline.module.js';
import { SearchModule } from '../search/search.module.js';
import { TaxonomyModule } from '../taxonomy/taxonomy.module.js';
import { McpController } from './interface/mcp.controller.js';
import { McpExchange } from './interface/mcp-exchange.js';
import { McpPrompts } from './interface/mcp-prompts.js';
import { McpResources } from './interface/mcp-resources.js';
import { McpTools } from './interface/mcp-tools.js';

/** Endpoint of the Model Context Protocol. Needs ServiceInfo and Environment from global modules. */
@Module({
  imports: [SearchModule, PipelineModule, DocumentsModule, CbrModule, TaxonomyModule, AgentFactoryModule],
  controllers: [McpController],
  providers: [McpExchange, McpTools, McpResources, McpPrompts],
})
export class McpModule {}
