import type { Comparison, PolicyDifference } from '../api/sessions.js';
import { DataTable } from '../parts/data-table.js';
import { gateName } from './plain-detail.js';
import { useSessionSpeech } from './session-words.js';
import { speechWith } from '../words/language.js';
import words from './policy-words.json' with { type: 'json' };

const usePolicySpeech = speechWith<keyof typeof words.en>(words);

type Name = (group: string, value: string) => string;

/**
 * A setting of a grading policy in words.
 * @example settingName('thresholds.success', name) // 'Points for a success (of 5)'
 */
export function settingName(setting: string, name: Name): string {
  const at = setting.indexOf('.');
  if (at === -1) return name('policySetting', setting);
  const [part, member] = [setting.slice(0, at), setting.slice(at + 1)];
  if (part === 'gates') return `${name('policySetting', part)}: ${gateName(member, name)}`;
  if (part === 'rubrics') return gateName(`rubric:${member}`, name);
  if (part === 'thresholds') return name('policySetting', `threshold_${member}`);
  return `${name('policySetting', part)}: ${name('weight', member)}`;
}

interface TableProps {
  readonly label: string;
  readonly differences: readonly PolicyDifference[];
  /** Heads of the values of `base` and of `candidate`. */
  readonly heads: readonly [string, string];
}

function DifferenceTable({ label, differences, heads }: TableProps) {
  const { say, name } = usePolicySpeech();
  const session = useSessionSpeech();
  const nameOf: Name = (group, value) => (group === 'gate' ? session.name(group, value) : name(group, value));
  const word = (value: unknown) => {
    if (value === null) return say('policyNotSet');
    return typeof value === 'string' ? name('policyValue', value, value) : JSON.stringify(value);
  };
  return (
    <DataTable
      label={label}
      heads={[label, ...heads]}
      empty=""
      rows={differences.map(({ name: setting, base, candidate }) => (
        <tr key={setting}>
          <th scope="row">{settingName(setting, nameOf)}</th>
          <td>{word(base)}</td>
          <td>{word(candidate)}</td>
        </tr>
      ))}
    />
  );
}

/** On demand: what a session was graded by in place of the defaults. */
export function PolicyDeviations({ deviations }: { readonly deviations: readonly PolicyDifference[] | null }) {
  const { say } = usePolicySpeech();
  return (
    <details data-part="policy">
      <summary>{say('gradedBy')}</summary>
      {deviations === null && <p class="muted">{say('policyNotRecorded')}</p>}
      {deviations?.length === 0 && <p class="muted">{say('policyDefaults')}</p>}
      {deviations !== null && deviations.length > 0 && (
        <DifferenceTable
          label={say('policyDeviations')}
          differences={deviations}
          heads={[say('policyDefault'), say('policyHere')]}
        />
      )}
    </details>
  );
}

/** Says that two sessions were graded by different policies, and what differs; nothing if the policies are the same. */
export function PolicyDifferences({ found }: { readonly found: Comparison }) {
  const { say } = usePolicySpeech();
  const session = useSessionSpeech();
  const differences = found.policy_differences;
  if (differences === null) return <p class="note">{say('policyUnknown')}</p>;
  if (differences.length === 0) return null;
  return (
    <section>
      <p class="note">{say('policiesDiffer')}</p>
      <DifferenceTable
        label={say('policySettings')}
        differences={differences}
        heads={[session.say('baseSession'), session.say('candidateSession')]}
      />
    </section>
  );
}
