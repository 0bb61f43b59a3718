import type { Teacher } from '@rondo/contracts/api/people/teachers.ts';
import { mondayOf, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { CalendarOff, ChevronLeft, ChevronRight, Plus } from 'lucide-react';
import { lazy, Suspense, type ReactNode } from 'react';
import { buttonClasses, IconButton } from '../../../ui/button.tsx';
import { SelectOnDemand } from '../../../ui/fields/select-on-demand.tsx';
import { weekLabel, weekRange, useWeekSteps } from '../../../calendar/week.ts';
import type { DayCounts } from '../../../calendar/days/day.ts';
import type { Home } from '../../../calendar/days/legs.ts';
import { DrivingFigure, LessonsFigure } from '../../../calendar/figures.tsx';
import { everyTeacher } from '../../../calendar/opening.ts';
import { afterDrawn } from '../../../lib/page/drawn.ts';

type ScheduleHeaderProps = {
  /** The ways to the weeks or days before and after. */
  readonly children: ReactNode;
  readonly teachers: readonly Teacher[];
  /** The id of the teacher whose schedule is shown, or `everyTeacher`; empty if there is none. */
  readonly chosen: string;
  /** Where the drives begin and end, if that is known. */
  readonly home: Home | null | undefined;
  /** What the teacher select says without a teacher. */
  readonly noTeacher: string;
  /** Null while they are not known. */
  readonly counts: DayCounts | null;
  /** Some drives are not as exact as the maps service's. */
  readonly about: boolean;
  /** A teacher's id, or `everyTeacher`. */
  readonly onTeacher: (chosen: string) => void;
  readonly onAdd: () => void;
  /** The user is about to add an entry, so its code can be prefetched. */
  readonly onNearAdd: () => void;
  /** Closes days. Absent over a day of all teachers. */
  readonly onClose?: () => void;
};

/** A week's name and dates, between the ways to its neighbors. */
export const WeekNavigation = (props: {
  readonly monday: IsoDate;
  readonly today: IsoDate;
  readonly onWeek: (monday: IsoDate) => void;
  /** The user is about to go there, so its data can be prefetched. */
  readonly onNearWeek: (monday: IsoDate) => void;
  /** 1, unless the page has another title. */
  readonly level?: 1 | 2;
}) => {
  const { monday, today, onWeek, onNearWeek, level } = props;
  const Title = level === 2 ? 'h2' : 'h1';
  const current = mondayOf(today);
  const { before, after, goBack, goOn } = useWeekSteps(monday, onWeek);
  return (
    <div className="flex items-center gap-1.5 max-desk:w-full max-desk:gap-2">
      <IconButton
        icon={ChevronLeft}
        label="Previous week"
        outlined
        onPointerEnter={() => onNearWeek(before)}
        onFocus={() => onNearWeek(before)}
        onClick={goBack}
      />
      <IconButton
        icon={ChevronRight}
        label="Next week"
        outlined
        className="max-desk:order-3"
        onPointerEnter={() => onNearWeek(after)}
        onFocus={() => onNearWeek(after)}
        onClick={goOn}
      />
      <div className="min-w-[150px] pl-2 max-desk:order-2 max-desk:grow max-desk:pl-0 max-desk:text-center">
        <Title className="text-title leading-6 font-title">{weekLabel(monday, today)}</Title>
        <p className="whitespace-nowrap text-ink-2 max-[359px]:whitespace-normal">
          <span className="tabular-nums">{weekRange(monday)}</span>
          {monday !== current && (
            <button
              type="button"
              className="relative ml-2 font-control text-accent after:absolute after:-inset-2 hover:underline max-desk:after:-inset-3"
              onClick={() => onWeek(current)}
            >
              Today
            </button>
          )}
        </p>
      </div>
    </div>
  );
};

// After the week is drawn: the first load has a budget.
const ToTell = lazy(() => afterDrawn(() => import('./ToTell.tsx')));

const everybody = { value: everyTeacher, label: 'All teachers' };

/** Which week or day of which teacher, and its two figures. */
export const ScheduleHeader = ({
  children,
  teachers,
  chosen,
  home,
  noTeacher,
  counts,
  about,
  onTeacher,
  onAdd,
  onNearAdd,
  onClose,
}: ScheduleHeaderProps) => (
  <div data-head className="mb-4 flex min-h-12 flex-wrap items-center gap-x-6 gap-y-3 max-desk:mb-3">
    {children}
    <div
      aria-live="polite"
      className="flex items-center gap-8 max-desk:min-h-[61px] max-desk:flex-wrap max-desk:w-full max-desk:justify-around max-desk:gap-x-4 max-desk:gap-y-0 max-desk:border-y max-desk:border-line"
    >
      {counts && (
        <>
          <LessonsFigure lessons={counts.lessons} muted={counts.lessons === 0} />
          <DrivingFigure minutes={counts.driving} home={home} about={about} muted={!counts.driving} />
        </>
      )}
    </div>
    <div className="ml-auto flex gap-2 max-desk:w-full max-desk:flex-wrap">
      {/* As wide as "99 families to tell" before it appears, so that the head keeps its lines. On phones it stands after the others. */}
      <div className="min-w-27 max-desk:contents">
        <Suspense>
          <ToTell />
        </Suspense>
      </div>
      {onClose && (
        <button
          type="button"
          disabled={!chosen}
          onClick={onClose}
          onPointerEnter={onNearAdd}
          onFocus={onNearAdd}
          title="Close days"
          className={buttonClasses('secondary', 'normal', 'h-12! rounded-day! max-desk:order-2')}
        >
          <CalendarOff aria-hidden className="size-4" strokeWidth={1.75} />
          <span className="max-desk:sr-only min-[1250px]:max-[1500px]:sr-only">Close days</span>
        </button>
      )}
      <SelectOnDemand
        label="Teacher"

        look="tall"
        value={chosen}
        options={[
          ...teachers.map(({ id, name }) => ({ value: id, label: name })),
          ...(teachers.length > 1 ? [everybody] : []),
        ]}
        onChange={onTeacher}
        disabled={teachers.length === 0}
        placeholder={noTeacher}
        className="max-w-80 max-[1400px]:min-w-40! max-desk:w-full max-desk:max-w-none"
      />
      <button
        type="button"
        disabled={!chosen}
        onClick={onAdd}
        onPointerEnter={onNearAdd}
        onFocus={onNearAdd}
        className={buttonClasses(
          'primary',
          'normal',
          'grid! h-12! grid-cols-[auto_auto] content-center gap-x-2! gap-y-0! rounded-day! text-left leading-[18px] max-desk:flex-1 max-desk:px-2',
        )}
      >
        <Plus aria-hidden className="size-4" strokeWidth={1.75} />
        <span>Add Manual Entry</span>
        <span className="col-start-2 text-small leading-[18px] font-normal max-[1500px]:hidden">
          Lessons, appointments, conflicts
        </span>
      </button>
    </div>
  </div>
);
