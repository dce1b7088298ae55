import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { RequiresScope } from '../../access/interface/access.decorators.js';
import { ApiProblems } from '../../shared/interface/api-errors.decorator.js';
import { notAvailable, TEST_AUTOMATION } from './not-available.js';
import { PersonaPageDto, PersonasQueryDto } from './persona.dto.js';

@ApiTags('Test automation')
@Controller('personas')
export class PersonasController {
  /** Lists the simulated people who ask in test sessions. Not part of this version yet. */
  @Get()
  @RequiresScope('test')
  @ApiProblems(401, 403, 422, 429, 501)
  list(@Query() _query: PersonasQueryDto): PersonaPageDto {
    return notAvailable(TEST_AUTOMATION);
  }
}
