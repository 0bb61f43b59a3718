import type { Teacher } from '@rondo/contracts/api/people/teachers.ts';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { counted, listedNames } from '../../lib/texts.ts';
import { Button, buttonClasses } from '../../ui/button.tsx';
import { LabeledCheckbox } from '../../ui/fields/choice.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { toast } from '../../ui/overlays/toast.tsx';
import { useAssignTeachers } from './commands.ts';
import { HiddenNote, idsOf, Who, type Selected } from './questions.tsx';

/** How many of the selected students a teacher has already. */
const alreadyText = (teacher: Teacher, { rows }: Selected): string | null => {
  const count = rows.filter(({ teachers }) => teachers.some(({ id }) => id === teacher.id)).length;
  if (count === 0) return null;
  return count === rows.length ? 'already assigned' : `already assigned to ${count}`;
};

/** Assigns one or more teachers to the selected students. */
export const AssignTeachers = (props: {
  readonly selected: Selected;
  readonly teachers: readonly Teacher[];
  readonly onClose: () => void;
}) => {
  const { selected, teachers, onClose } = props;
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const assign = useAssignTeachers();
  const chosen = teachers.filter(({ id }) => ticked.has(id));
  const toggle = (id: string, on: boolean): void =>
    setTicked(new Set(on ? [...ticked, id] : [...ticked].filter((other) => other !== id)));

  const submit = (): void => {
    if (chosen.length === 0)
      toast({
        title: 'No teachers selected',
        description: 'Please select at least one teacher to assign.',
        tone: 'destructive',
      });
    else void assign.send({ studentIds: idsOf(selected), teachers: chosen }).then((done) => done && onClose());
  };

  return (
    <Dialog
      open
      onClose={onClose}
      title="Assign Teachers to Students"
      width="narrow"
      dirty={chosen.length > 0}
      busy={assign.isPending}
      footer={
        <>
          <Button disabled={assign.isPending} onClick={onClose}>
            Cancel
          </Button>
          {teachers.length === 0 ? (
            <Link to="/teachers" className={buttonClasses('primary')}>
              Go to Teachers
            </Link>
          ) : (
            <Button kind="primary" loading={assign.isPending} onClick={submit}>
              Assign Teachers
            </Button>
          )}
        </>
      }
    >
      <div className="flex flex-col gap-3 text-ink-2">
        <p>
          For <Who selected={selected} />. Teachers whom they already have stay assigned.
        </p>
        <HiddenNote selected={selected} />
        {teachers.length === 0 ? (
          <p className="font-strong text-ink">No teachers available</p>
        ) : (
          <fieldset className="max-h-80 overflow-auto rounded-day border border-line bg-card px-3.5 py-1.5 text-ink max-desk:max-h-none">
            <legend className="sr-only">Teachers</legend>
            {teachers.map((teacher) => (
              <LabeledCheckbox
                key={teacher.id}
                checked={ticked.has(teacher.id)}
                onChange={(on) => toggle(teacher.id, on)}
                className="min-h-11 gap-2.5"
                labelClassName="flex grow items-center self-stretch"
                aside={
                  <span className="text-small whitespace-nowrap text-ink-3">{alreadyText(teacher, selected)}</span>
                }
              >
                <span className="min-w-0 truncate">{teacher.name}</span>
              </LabeledCheckbox>
            ))}
          </fieldset>
        )}
        <p aria-live="polite">
          {chosen.length > 0 && (
            <>
              <b className="font-strong text-ink">{counted(chosen.length, 'teacher')}</b>:{' '}
              {listedNames(chosen.map(({ name }) => name))}
            </>
          )}
        </p>
      </div>
    </Dialog>
  );
};
