import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { Check, UserRoundX } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { cn } from '../../ui/cn.ts';
import { useRecording } from './commands.ts';
import type { AttendedLesson } from './queries.ts';

const choices = [
  { value: 'taught', label: 'Taught', icon: Check, chosen: 'border-accent-line! bg-accent-tint! font-strong' },
  {
    value: 'absent',
    label: 'Not home',
    icon: UserRoundX,
    chosen: 'border-transparent! bg-warn-tint! font-strong text-warn',
  },
] as const;

/** Whether the student was there; a click on what is recorded clears it. */
export const AttendanceButtons = (props: {
  readonly lesson: AttendedLesson;
  readonly date: IsoDate;
  /** What is recorded is not known yet. */
  readonly isLoading?: boolean;
  readonly className?: string;
}) => {
  const { lesson, date, isLoading = false, className } = props;
  const { send, isPending } = useRecording();
  return (
    <fieldset aria-label={`Attendance of ${lesson.title}`} className={cn('flex min-w-0 gap-1.5', className)}>
      {choices.map(({ value, label, icon, chosen }) => {
        const isRecorded = lesson.attendance === value;
        return (
          <Button
            key={value}
            size="small"
            icon={icon}
            disabled={isPending || isLoading}
            aria-pressed={isRecorded}
            className={cn(isRecorded && chosen)}
            onClick={() => void send({ date, lessons: [lesson], change: { attendance: isRecorded ? null : value } })}
          >
            {label}
          </Button>
        );
      })}
    </fieldset>
  );
};

/** Records every lesson of a day of which nothing is recorded as taught. */
export const AllTaught = (props: {
  readonly lessons: readonly AttendedLesson[];
  readonly date: IsoDate;
  readonly kind?: 'primary' | 'secondary';
}) => {
  const { lessons, date, kind = 'primary' } = props;
  const { send, isPending } = useRecording();
  const open = lessons.filter(({ attendance }) => attendance === null);
  return (
    <Button
      kind={kind}
      icon={Check}
      loading={isPending}
      disabled={open.length === 0}
      onClick={() => void send({ date, lessons: open, change: { attendance: 'taught' } })}
    >
      All taught
    </Button>
  );
};
