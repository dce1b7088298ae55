import { InvalidInputError } from '../../../shared/domain/domain-error.js';
import { SessionOrder } from '../../domain/session-request.js';
import { PersonaSets } from '../../personas/domain/persona.js';

/**
 * Ids of the personas in a request, in the order of their set; all of the set if the request names none.
 * @param at JSON Pointer of the order in the request
 * @throws InvalidInputError (422) for an unknown persona or set
 */
export async function chosenPersonas(
  sets: PersonaSets,
  { personaSet, personas }: Pick<SessionOrder, 'personaSet' | 'personas'>,
  at = '',
): Promise<string[]> {
  const set = await sets.find(personaSet);
  if (set === undefined) {
    const names = (await sets.names()).join(', ');
    throw new InvalidInputError([{ pointer: `${at}/persona_set`, detail: `must be one of ${names}` }]);
  }
  const known = set.map((persona) => persona.id);
  if (personas === undefined) return known;
  const unknown = personas.filter((id) => !known.includes(id));
  if (unknown.length > 0 || personas.length === 0)
    throw new InvalidInputError([
      {
        pointer: `${at}/personas`,
        detail: `must be ids of personas (${known.join(', ')}), not '${unknown.join("', '")}'`,
      },
    ]);
  return known.filter((id) => personas.includes(id));
}
