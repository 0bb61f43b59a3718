import type { Teacher } from '@rondo/contracts/api/people/teachers.ts';
import { mondayOf } from '@rondo/contracts/calendar/dates.ts';
import { formatDuration } from '@rondo/contracts/calendar/times.ts';
import { useMemo } from 'react';
import { phaseOf, type Day } from '../../../calendar/days/day.ts';
import { hoursOf, type Axis } from '../../../calendar/days/stave.ts';
import { SunkenOutside, Timeline } from '../../../calendar/day-view/Timeline.tsx';
import { useHeldTimes } from '../../../calendar/held/use-held-times.ts';
import type { Now } from '../../../calendar/now.ts';
import { driveText } from '../../../calendar/week-view/DayCard.tsx';
import { ClosedCaptions, ClosedGround } from '../../../calendar/time-off/ClosedGround.tsx';
import { isKeptIn } from '../../../calendar/time-off/closed-time.ts';
import { useClosedWeek } from '../../../calendar/time-off/use-closed-week.ts';
import { WeekNote } from '../../../calendar/week-view/WeekNote.tsx';
import { counted } from '../../../lib/texts.ts';
import { teacherColor, type TeacherSign } from '../../../map/model.ts';
import { cn } from '../../../ui/cn.ts';
import { HourLine, NowLine, staveClasses } from '../../../ui/figures/stave.tsx';

/** A teacher's day beside those of others, on the axis of all. */
export const TeacherColumn = (props: {
  readonly teacher: Teacher;
  readonly sign: TeacherSign;
  readonly day: Day;
  readonly axis: Axis;
  readonly now: Now;
  readonly onSelect: (entryId: string) => void;
  readonly onRestore: (lessonId: string) => void;
}) => {
  const { teacher, sign, axis, now, onSelect, onRestore } = props;
  const [day = props.day] = useHeldTimes(
    useMemo(() => [props.day], [props.day]),
    teacher.id,
    now.today,
  );
  const closed = useClosedWeek(mondayOf(day.date), teacher.id).closed.get(day.date) ?? [];
  return (
    <section
      aria-label={teacher.name}
      className="relative min-w-0 flex-[1_0_0] overflow-clip rounded-day border border-line bg-card"
    >
      <div className="@container flex h-[52px] items-center gap-2 border-b border-line px-2.5">
        <i
          aria-hidden
          style={{ '--tone': teacherColor(sign) }}
          className="grid size-6 shrink-0 place-items-center rounded-full bg-(--tone) text-[10px] leading-none font-title text-on-accent not-italic"
        >
          {sign.initials}
        </i>
        <div className="min-w-0 grow">
          <h2 title={teacher.name} className="truncate text-body font-strong">
            {teacher.name}
          </h2>
          <p className="truncate text-small font-small text-ink-3 tabular-nums">
            {day.lessons === 0 ? 'No lessons' : counted(day.lessons, 'lesson')}
            {day.lessons > 0 && day.driving !== null && (
              <>
                {' '}
                · {formatDuration(day.driving)}
                <span className="@max-[190px]:sr-only"> driving</span>
              </>
            )}
          </p>
        </div>
      </div>
      <div data-stave={day.date} data-teacher={teacher.id} className={cn(staveClasses, '@container')}>
        <SunkenOutside windows={day.windows} />
        <ClosedGround hours={closed} />
        <ClosedCaptions hours={closed} entries={day.entries} className="absolute inset-x-0 top-0 z-1" />
        {hoursOf(axis).map((minute) => (
          <HourLine key={minute} minute={minute} />
        ))}
        {day.date === now.today && <NowLine minute={now.minute} />}
        {day.entries.length > 0 && (
          <Timeline
            day={day}
            label={`Entries of ${teacher.name}`}
            phaseOf={(entry) => phaseOf(entry, day.date, now)}
            drive={(leg) => driveText(leg, day)}
            slit={({ lanes }) => (lanes > 1 ? 2 : 0)}
            renderNote={(placed) => (
              <WeekNote
                {...placed}
                isKept={isKeptIn(closed, placed.entry)}
                onOpen={() => onSelect(placed.entry.id)}
                onRestore={() => onRestore(placed.entry.id)}
              />
            )}
          />
        )}
      </div>
    </section>
  );
};
