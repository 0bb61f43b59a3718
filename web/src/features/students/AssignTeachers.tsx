import type { Teacher } from '@rondo/contracts/api/people/teachers.ts';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { planPath } from '../../calendar/plan-week.ts';
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

/** The teachers whom the students have besides those who are chosen. */
const leavingTeachers = ({ rows }: Selected, chosen: readonly Teacher[]): string[] =>
  chosen.length === 0
    ? []
    : [
        ...new Set(
          rows.flatMap(({ teachers }) =>
            teachers.filter(({ id }) => chosen.every((one) => one.id !== id)).map(({ name }) => name),
          ),
        ),
      ];

/** After students have moved: what is left to do for their lessons. */
const Moved = (props: {
  readonly moved: number;
  readonly to: readonly Teacher[];
  readonly standing: number;
  readonly onClose: () => void;
}) => {
  const { moved, to, standing, onClose } = props;
  const [first] = to;
  return (
    <Dialog
      open
      onClose={onClose}
      title={`${counted(moved, 'student')} moved to ${listedNames(to.map(({ name }) => name))}`}
      width="narrow"
      footer={
        <>
          <Button onClick={onClose}>Close</Button>
          {first && (
            <Link to={planPath(first.id)} className={buttonClasses('primary')}>
              Plan {first.name}’s week
            </Link>
          )}
        </>
      }
    >
      <p className="text-ink-2">
        {standing === 0
          ? 'They have no lessons with other teachers.'
          : `${counted(standing, 'lesson')} with other teachers ${standing === 1 ? 'stays' : 'stay'} until you accept a plan that replaces ${standing === 1 ? 'it' : 'them'}, or end ${standing === 1 ? 'it' : 'them'} yourself.`}
      </p>
    </Dialog>
  );
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

  const submit = async (replace: boolean): Promise<void> => {
    if (chosen.length === 0)
      toast({
        title: 'No teachers selected',
        description: 'Please select at least one teacher to assign.',
        tone: 'destructive',
      });
    else if ((await assign.send({ studentIds: idsOf(selected), teachers: chosen, replace })) && !replace) onClose();
  };
  const leaving = leavingTeachers(selected, chosen);
  if (assign.answer && assign.input?.replace === true)
    return (
      <Moved
        moved={assign.input.studentIds.length}
        to={chosen}
        standing={assign.answer.standingLessons ?? 0}
        onClose={onClose}
      />
    );

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
            <>
              {leaving.length > 0 && (
                <Button disabled={assign.isPending} onClick={() => void submit(true)}>
                  Move to {chosen.length === 1 ? chosen[0]?.name : counted(chosen.length, 'teacher')}
                </Button>
              )}
              <Button kind="primary" loading={assign.isPending} onClick={() => void submit(false)}>
                Assign Teachers
              </Button>
            </>
          )}
        </>
      }
    >
      <div className="flex flex-col gap-3 text-ink-2">
        <p>
          For <Who selected={selected} />.
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
        <p>
          {leaving.length === 0
            ? 'Teachers whom they already have stay assigned.'
            : `Assign adds: ${listedNames(leaving)} stay${leaving.length === 1 ? 's' : ''} assigned. Move: ${listedNames(leaving)} no longer teach${leaving.length === 1 ? 'es' : ''} them, and their lessons stay until a new plan replaces them or you end them.`}
        </p>
      </div>
    </Dialog>
  );
};
