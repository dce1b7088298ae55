import { Persona } from '../../personas/domain/persona.js';
import { CoreQuestion } from './core-question.js';

/** Roles of people in an organisation: how a person is described, and the matters that rules give to the role. */
const ROLES: readonly { readonly person: RegExp; readonly matter: RegExp }[] = [
  {
    person: /학생|신입생|재학생|학부모|자녀|수강|졸업|\bstudent|\bpupil|\bparent/iu,
    matter: /학생|휴학|복학|자퇴|퇴학|제적|졸업|수강|학점|장학|등록금|입학|전공|수업연한|재학|\bstudents?\b|\benrol/iu,
  },
  {
    person: /교수|교원|강사|\bprofessor|\blecturer|\bteacher/iu,
    matter:
      /교원|교수(?!학습)|연구년|연구비|연구과제|연구계획|강의|논문집|\bprofessors?\b|\bfaculty\b|\blecturers?\b/iu,
  },
  {
    person: /직원|과장|부서|\bstaff|\bemployee|\bmanager/iu,
    matter: /직원|복무|봉급|급여|연봉|연차|당직|근무|휴직|출장|여비|계약직/u,
  },
];

const describe = ({ name, description, goals }: Persona): string => [name, description, ...goals].join(' ');

/**
 * Whether a matter is one of a person's own. A matter that rules give to other roles only (`자퇴` for a professor) is not; a matter of no role
 * concerns everybody, and so does every matter a person without a known role.
 */
export function concerns(
  persona: Persona,
  { documentTitle, topic, quote }: Pick<CoreQuestion, 'documentTitle' | 'topic' | 'quote'>,
): boolean {
  const person = describe(persona);
  const own = ROLES.filter((role) => role.person.test(person));
  if (own.length === 0) return true;
  const text = `${documentTitle} ${topic} ${quote}`;
  const matters = ROLES.filter((role) => role.matter.test(text));
  return matters.length === 0 || matters.some((role) => own.includes(role));
}
