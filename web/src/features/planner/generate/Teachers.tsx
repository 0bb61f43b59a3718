import { useId } from 'react';
import { joined } from '../../../lib/texts.ts';
import { LabeledCheckbox } from '../../../ui/fields/choice.tsx';
import { TextField } from '../../../ui/fields/field.tsx';
import { Switch } from '../../../ui/fields/switch.tsx';

type Option = { readonly id: string; readonly name: string; readonly detail: string };

/** The teachers whose weeks are planned, in the order of the list. */
export const Teachers = (props: {
  readonly teachers: readonly Option[];
  readonly chosen: readonly string[];
  readonly onChoose: (teacherIds: readonly string[]) => void;
}) => {
  const { teachers, chosen, onChoose } = props;
  return (
    <fieldset aria-label="Teachers" className="overflow-hidden rounded-day border border-line bg-card">
      {teachers.map(({ id, name, detail }) => (
        <LabeledCheckbox
          key={id}
          checked={chosen.includes(id)}
          onChange={(checked) =>
            onChoose(teachers.flatMap((one) => ((one.id === id ? checked : chosen.includes(one.id)) ? [one.id] : [])))
          }
          className="min-h-14 gap-2.5 border-b border-line-soft px-3 py-2 last:border-b-0 has-checked:bg-accent-tint"
          labelClassName="grow"
        >
          <span className="block truncate font-strong">{name}</span>
          <span className="block text-small text-ink-2">{detail}</span>
        </LabeledCheckbox>
      ))}
    </fieldset>
  );
};

const mostStudents = 100;

/** Whether several teachers have one plan, and how many students may change teacher in it. */
export const Together = (props: {
  readonly on: boolean;
  readonly onChange: (on: boolean) => void;
  readonly names: readonly string[];
  readonly mostChanges: number;
  readonly onMostChanges: (most: number) => void;
}) => {
  const { on, onChange, names, mostChanges, onMostChanges } = props;
  const hint = useId();
  return (
    <div className="grid gap-3">
      <Switch label="Plan together" checked={on} onChange={onChange}>
        New students of {names.length === 2 ? 'both' : 'several'} go where the week is best.
      </Switch>
      {on && (
        <div>
          <TextField
            label="Students who may change teacher"
            inputMode="numeric"
            value={`${mostChanges}`}
            onChange={({ target }) => {
              const typed = Number(target.value);
              if (Number.isInteger(typed) && typed >= 0 && typed <= mostStudents) onMostChanges(typed);
            }}
            aria-describedby={hint}
          />
          <p id={hint} className="mt-1.5 text-small text-ink-2">
            {mostChanges === 0
              ? `Everyone who has lessons with ${joined(names)} stays with that teacher.`
              : 'The report names each of them. One decision holds for all teachers.'}
          </p>
        </div>
      )}
    </div>
  );
};
