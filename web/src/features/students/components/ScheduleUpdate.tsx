import { CalendarPlus, Check, CircleAlert, Route, type LucideIcon } from 'lucide-react';
import { useEffect, useId, type ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { locationNote } from '../../../lib/address.ts';
import { Button } from '../../../ui/button.tsx';
import { cn } from '../../../ui/cn.ts';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { LocationNote } from '../../../ui/figures/location-note.tsx';
import { toast } from '../../../ui/overlays/toast.tsx';
import { useOptimizeStudent } from '../commands.ts';
import { nameOf } from '../roster.ts';
import type { SavedStudent } from '../StudentDialog.tsx';

const closesAfter = 3000;
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

/** Asks after a save how to update the schedule for the student. */
export const ScheduleUpdate = (props: {
  readonly saved: SavedStudent;
  readonly onEdit: () => void;
  readonly onClose: () => void;
}) => {
  const { saved, onEdit, onClose } = props;
  const { student, isNew, hasTeacher } = saved;
  const navigate = useNavigate();
  const optimize = useOptimizeStudent();
  const { answer, error, input, isPending } = optimize;
  const addOnly = input?.optimizationType === 'add-only';
  const added = answer?.success === true && addOnly;

  useEffect(() => {
    if (!added) return;
    const timer = setTimeout(onClose, closesAfter);
    return () => clearTimeout(timer);
  }, [added, onClose]);

  const run = async (optimizationType: 'add-only' | 'reoptimize'): Promise<void> => {
    const done = await optimize.send({ studentId: student.id, optimizationType });
    if (done?.answer.success !== true || optimizationType === 'add-only') return;
    toast({
      title: 'Full re-optimization complete',
      description: 'The new plan is ready for your decision in the optimization reports.',
      action: { label: 'View reports', run: () => void navigate('/planner?open=reports') },
    });
    onClose();
  };

  const failure = error?.message ?? (answer?.success === false ? answer.message : null);
  return (
    <Dialog
      open
      onClose={onClose}
      title="Update Schedule"
      subtitle={`${nameOf(student)} was ${isNew ? 'added' : 'changed'}.`}
      busy={isPending}
      bodyClassName="grid gap-3 p-6 max-desk:content-start max-desk:p-4"
      width="narrow"
      footer={
        <Button onClick={onClose} disabled={isPending}>
          {added ? 'Close' : 'Skip for Now'}
        </Button>
      }
    >
      <LocationNote note={locationNote(student)} sentence />
      {failure !== null && (
        <Result ok={false} title={error ? 'Optimization Error' : 'Optimization Failed'}>
          <p>{failure}</p>
          {/* A student's teacher is set in the student's own form. */}
          <button type="button" className={linkClasses} onClick={onEdit}>
            {hasTeacher ? 'Edit Student' : 'Assign a teacher'}
          </button>
        </Result>
      )}
      {added ? (
        <Result ok title={answer.lessonsAdded > 0 ? 'Added to the schedule' : 'Nothing to add'}>
          {answer.message}
        </Result>
      ) : (
        <>
          <Choice
            icon={CalendarPlus}
            label="Add to Current Schedule"
            text="Finds a free time for this student. No one else moves."
            primary={failure === null || !addOnly}
            busy={isPending && addOnly}
            disabled={isPending}
            onChoose={() => void run('add-only')}
          />
          <Choice
            icon={Route}
            label="Full Re-optimization"
            text="Rebuilds the teacher’s whole week. You review it first."
            busy={isPending && !addOnly}
            disabled={isPending}
            onChoose={() => void run('reoptimize')}
          />
        </>
      )}
    </Dialog>
  );
};
