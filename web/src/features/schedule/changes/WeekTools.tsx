import { Keyboard, Printer } from 'lucide-react';
import { lazy, Suspense } from 'react';
import type { ScheduleAddress } from '../address.ts';
import type { Teacher } from '@rondo/contracts/api/people/teachers.ts';
import { addDays, datesOfWeek, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { toTimeText } from '@rondo/contracts/calendar/times.ts';
import type { CalendarLesson } from '@rondo/contracts/lessons/timing.ts';
import { cn } from '../../../ui/cn.ts';
import { Dragging } from './Dragging.tsx';
import { Drawing } from '../drawing/Drawing.tsx';
import { SlotCursor } from '../drawing/SlotCursor.tsx';
import type { Slot } from '../drawing/slot.ts';
import type { Day } from '../../../calendar/days/day.ts';

const WeekSheet = lazy(() => import('./WeekSheet.tsx'));

const toolClasses =
  'relative flex items-center gap-2 rounded-control text-small text-ink-3 after:absolute after:-inset-x-2 after:-inset-y-3.5 hover:text-ink';

const Shortcuts = ({ go }: { readonly go: (change: Partial<ScheduleAddress>) => void }) => (
  <button
    type="button"
    onClick={() => go({ open: { ask: 'keys', lessonId: null, on: null } })}
    className={cn(toolClasses, 'max-wide:hidden')}
  >
    <Keyboard aria-hidden className="size-4" strokeWidth={1.75} />
    Keyboard shortcuts
  </button>
);

export default function WeekTools(props: {
  readonly address: ScheduleAddress;
  readonly rows: readonly CalendarLesson[];
  readonly days: readonly Day[];
  readonly today: IsoDate;
  readonly teacher: Teacher | null;
  readonly go: (change: Partial<ScheduleAddress>) => void;
}) {
  const { address, today, rows, days, teacher, go } = props;
  const add = ({ date, start, minutes }: Slot): void =>
    go({
      open: {
        ask: 'new',
        lessonId: null,
        on: date,
        to: `${date}T${toTimeText(start)}`,
        ...(minutes === null ? {} : { minutes }),
      },
    });
  const firstDay = today >= address.monday && today <= addDays(address.monday, 6) ? today : address.monday;
  const uncovered = address.day === null && address.open === null;
  return (
    <>
      {address.open === null && teacher && <Drawing rows={rows} teacher={teacher} onDraw={add} />}
      {uncovered && teacher && (
        <SlotCursor key={address.monday} monday={address.monday} first={firstDay} onChoose={add} />
      )}
      {uncovered && teacher && (
        <Dragging
          rows={rows}
          days={datesOfWeek(address.monday).map((date) => ({ date }))}
          teachers={[teacher]}
          go={go}
        />
      )}
      {teacher && (
        <button type="button" onClick={() => window.print()} className={toolClasses}>
          <Printer aria-hidden className="size-4" strokeWidth={1.75} />
          Print
        </button>
      )}
      <Shortcuts go={go} />
      {teacher && address.day === null && (
        <Suspense>
          <WeekSheet days={days} rows={rows} teacher={teacher} />
        </Suspense>
      )}
    </>
  );
}
