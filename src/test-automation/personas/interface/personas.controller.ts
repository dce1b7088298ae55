import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { RequiresScope } from '../../../access/interface/access.decorators.js';
import { InvalidInputError } from '../../../shared/domain/domain-error.js';
import { ApiProblems } from '../../../shared/interface/api-errors.decorator.js';
import { PersonaPageDto, PersonasQueryDto, PersonaDto } from './persona.dto.js';
import { Persona, DEFAULT_PERSONA_SET, PersonaSets } from '../domain/persona.js';

@ApiTags('Test automation')
@Controller('personas')
export class PersonasController {
  constructor(private readonly personaSets: PersonaSets) {}

  /** Lists the simulated people who ask in test sessions: the ten of the specification, or another set. */
  @Get()
  @RequiresScope('test')
  @ApiProblems(401, 403, 422, 429)
  async list(@Query() query: PersonasQueryDto): Promise<PersonaPageDto> {
    const personas = await this.personaSets.find(query.set ?? DEFAULT_PERSONA_SET);
    if (personas === undefined) {
      const names = (await this.personaSets.names()).join(', ');
      throw new InvalidInputError([{ pointer: '/set', detail: `must be one of ${names}` }]);
    }
    return { items: personas.map(toPersonaDto), next_cursor: null };
  }
}

/** A persona as GET gives it. */
export function toPersonaDto({ audiencePaths, nameEn, nameKo, ...persona }: Persona): PersonaDto {
  return { ...persona, name_en: nameEn ?? null, name_ko: nameKo ?? null, audience_paths: audiencePaths };
}
