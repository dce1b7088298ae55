import { Module } from '@nestjs/common';
import { AgentsController } from './interface/agents.controller.js';
import { ApiKeysController } from './interface/api-keys.controller.js';
import { CaseBaseController } from './interface/case-base.controller.js';
import { CasesController } from './interface/cases.controller.js';
import { FactCheckController } from './interface/fact-check.controller.js';
import { ImprovementsController } from './interface/improvements.controller.js';
import { McpController } from './interface/mcp.controller.js';
import { OpenAiController } from './interface/openai.controller.js';
import { PersonasController } from './interface/personas.controller.js';
import { TestSchedulesController } from './interface/test-schedules.controller.js';
import { TestSessionsController } from './interface/test-sessions.controller.js';

/**
 * Routes of features that a later version brings. Their shapes are fixed and documented, requests are checked, and the
 * answer says that the feature is not there (501), or that nothing has the id (404). A feature takes its routes along when
 * it comes. Needs Environment from a global module.
 */
@Module({
  controllers: [
    CasesController,
    CaseBaseController,
    AgentsController,
    OpenAiController,
    McpController,
    TestSessionsController,
    PersonasController,
    TestSchedulesController,
    ImprovementsController,
    ApiKeysController,
    FactCheckController,
  ],
})
export class PlannedModule {}
