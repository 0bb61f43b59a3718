import type { Teacher } from '@rondo/contracts/api/people/teachers.ts';
import { CalendarPlus, Check, CircleAlert, Route, type LucideIcon } from 'lucide-react';
import { useId, useState, type ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { undoAction } from '../../../api/commands/undo.ts';
import { FitList } from '../../../calendar/fits/FitList.tsx';
import { andMoved, type WeeklyTime } from '../../../calendar/fits/make-room.ts';
import { useTeachers } from '../../../calendar/queries.ts';
import { locationNote } from '../../../lib/address.ts';
import { Button } from '../../../ui/button.tsx';
import { cn } from '../../../ui/cn.ts';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { LocationNote } from '../../../ui/figures/location-note.tsx';
import { toast } from '../../../ui/overlays/toast.tsx';
import { useOptimizeStudent, useSetTeacher } from '../dialogs/commands.ts';
import { nameOf } from '../roster.ts';
import type { SavedStudent } from '../StudentDialog.tsx';

const linkClasses =
  'font-control text-accent hover:underline max-desk:inline-flex max-desk:min-h-11 max-desk:items-center';

const Choice = (props: {
  readonly icon: LucideIcon;
  readonly label: string;
  readonly text: string;
  readonly primary?: boolean;
  readonly busy: boolean;
  readonly disabled: boolean;
  readonly onChoose: () => void;
}) => {
  const id = useId();
  const { icon: Icon } = props;
  return (
    <div
      className={cn(
        'relative grid grid-cols-[20px_minmax(0,1fr)] gap-3.5 rounded-card border p-4 transition-colors duration-140 ease-rondo',
        props.primary === true ? 'border-accent-fill bg-accent-tint' : 'border-line',
        props.disabled ? 'opacity-50' : 'hover:border-control',
      )}
    >
      <Icon aria-hidden className="mt-0.5 size-5 text-accent" strokeWidth={1.75} />
      <div>
        <button
          type="button"
          aria-describedby={id}
          aria-busy={props.busy || undefined}
          disabled={props.disabled}
          onClick={props.onChoose}
          // The whole card is the button.
          className="rounded-chip font-strong after:absolute after:inset-0 after:rounded-card"
        >
          {props.label}
        </button>
        <p id={id} className="text-ink-2">
          {props.busy ? 'Working on it ...' : props.text}
        </p>
      </div>
    </div>
  );
};

const Result = (props: { readonly ok: boolean; readonly title: string; readonly children: ReactNode }) => (
  <div
    role={props.ok ? 'status' : 'alert'}
    className={cn(
      'grid grid-cols-[20px_minmax(0,1fr)] gap-3.5 rounded-card border bg-card p-4',
      props.ok ? 'border-line' : 'border-[color-mix(in_oklab,var(--color-bad)_45%,var(--color-line))]',
    )}
  >
    {props.ok ? (
      <Check aria-hidden className="mt-0.5 size-5 text-ok" strokeWidth={2} />
    ) : (
      <CircleAlert aria-hidden className="mt-0.5 size-5 text-bad" strokeWidth={1.75} />
    )}
    <div className="min-w-0 break-words">
      <h3 className="font-strong">{props.title}</h3>
      <div className="text-ink-2">{props.children}</div>
    </div>
  </div>
);

type Way = 'add-only' | 'reoptimize';

/** With whom a student without a teacher is to have the lesson. */
const WhichTeacher = (props: {
  readonly teachers: readonly Teacher[];
  readonly busy: boolean;
  readonly onChoose: (teacherId: string) => void;
}) => (
  <section aria-label="Which teacher?" className="grid gap-2">
    <h3 className="text-lead font-strong">Which teacher?</h3>
    <div className="flex flex-wrap gap-2">
      {props.teachers.map(({ id, name }) => (
        <Button key={id} disabled={props.busy} onClick={() => props.onChoose(id)}>
          {name}
        </Button>
      ))}
    </div>
  </section>
);

/** Asks after a save how to update the schedule for the student. */
export const ScheduleUpdate = (props: {
  readonly saved: SavedStudent;
  readonly onEdit: () => void;
  readonly onClose: () => void;
}) => {
  const { saved, onEdit, onClose } = props;
  const { student, isNew } = saved;
  const teachers = useTeachers();
  const navigate = useNavigate();
  const optimize = useOptimizeStudent();
  const setTeacher = useSetTeacher();
  const { answer, error, input } = optimize;
  const [teacherId, setTeacherId] = useState(saved.teacherId);
  /** Which way was chosen; it may wait for a teacher. */
  const [way, setWay] = useState<Way | null>(null);
  const [attempt, setAttempt] = useState(0);
  const [batches, setBatches] = useState<readonly string[]>([]);
  const addOnly = input?.optimizationType === 'add-only';
  const added = answer?.success === true && addOnly;
  const isPending = optimize.isPending || setTeacher.isPending;

  const reoptimize = async (): Promise<void> => {
    const done = await optimize.send({ studentId: student.id, optimizationType: 'reoptimize' });
    if (done?.answer.success !== true) return;
    toast({
      title: 'Full re-optimization complete',
      description: 'The new plan is ready for your decision in the optimization reports.',
      action: { label: 'View reports', run: () => void navigate('/planner?open=reports') },
    });
    onClose();
  };
  const choose = (next: Way): void => {
    optimize.reset();
    setWay(next);
    if (next === 'reoptimize' && (teacherId !== '' || teachers.length === 0)) void reoptimize();
  };
  const chooseTeacher = async (id: string): Promise<void> => {
    if (!(await setTeacher.send({ studentId: student.id, teacherId: id }))) return;
    setTeacherId(id);
    if (way === 'reoptimize') await reoptimize();
  };
  const addAt = async (time: WeeklyTime): Promise<void> => {
    const done = await optimize.send({ studentId: student.id, optimizationType: 'add-only', time });
    if (done) setBatches(done.batches);
    else setAttempt((count) => count + 1);
  };

  const failure = error?.message ?? (answer?.success === false ? answer.message : null);
  const asksTeacher = way !== null && teacherId === '' && teachers.length > 0;
  const picking = way === 'add-only' && !asksTeacher && !added;
  return (
    <Dialog
      open
      onClose={onClose}
      title="Update Schedule"
      subtitle={`${nameOf(student)} was ${isNew ? 'added' : 'changed'}.`}
      busy={isPending}
      bodyClassName="grid gap-3 p-6 max-desk:content-start max-desk:p-4"
      width={picking ? 'normal' : 'narrow'}
      footer={
        <>
          {way !== null && !added && (
            <Button onClick={() => setWay(null)} disabled={isPending}>
              Back
            </Button>
          )}
          {added && batches.length > 0 && (
            <Button
              onClick={() => {
                undoAction(batches, 'undo');
                onClose();
              }}
            >
              Undo
            </Button>
          )}
          <Button onClick={onClose} disabled={isPending}>
            {added ? 'Close' : 'Skip for Now'}
          </Button>
        </>
      }
    >
      <LocationNote note={locationNote(student)} sentence />
      {failure !== null && (
        <Result ok={false} title={error ? 'Optimization Error' : 'Optimization Failed'}>
          <p>{failure}</p>
          {/* A student's teacher is set in the student's own form. */}
          <button type="button" className={linkClasses} onClick={onEdit}>
            {teacherId === '' ? 'Assign a teacher' : 'Edit Student'}
          </button>
        </Result>
      )}
      {added && (
        <Result ok title={answer.lessonsAdded > 0 ? 'Added to the schedule' : 'Nothing to add'}>
          {answer.message}
          {andMoved(input?.time?.moves)}
        </Result>
      )}
      {asksTeacher && <WhichTeacher teachers={teachers} busy={isPending} onChoose={(id) => void chooseTeacher(id)} />}
      {picking && (
        <section aria-label="Weekly times" className="grid gap-3">
          <p className="text-ink-2">Nothing changes before you choose a time.</p>
          <FitList
            search={{ studentId: student.id }}
            busy={isPending}
            attempt={attempt}
            onPick={(time) => void addAt(time)}
            next={`place ${nameOf(student)}`}
            ownTimeWith={teacherId === '' ? null : teacherId}
          />
        </section>
      )}
      {way !== 'add-only' && !asksTeacher && !added && (
        <>
          <Choice
            icon={CalendarPlus}
            label="Add to Current Schedule"
            text="Shows the weekly times that fit. No one else moves."
            primary
            busy={false}
            disabled={isPending}
            onChoose={() => choose('add-only')}
          />
          <Choice
            icon={Route}
            label="Full Re-optimization"
            text="Rebuilds the teacher’s whole week. You review it first."
            busy={isPending}
            disabled={isPending}
            onChoose={() => choose('reoptimize')}
          />
        </>
      )}
    </Dialog>
  );
};
