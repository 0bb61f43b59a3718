import type { MinuteOfDay } from '@rondo/contracts/calendar/times.ts';
import { formatTimeRange } from '@rondo/contracts/calendar/times.ts';
import { longDate } from '@rondo/contracts/calendar/words.ts';
import { Ellipsis } from 'lucide-react';
import { cn } from '../../ui/cn.ts';
import { joined } from '../../lib/texts.ts';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import type { MenuEntry } from '../../ui/overlays/menu-face.tsx';
import { MenuOnDemand } from '../../ui/overlays/menu-on-demand.tsx';
import { tallyText } from './AttendanceBar.tsx';
import { AllTaught, AttendanceButtons } from './AttendanceButtons.tsx';
import type { AttendedDay, AttendedLesson } from './queries.ts';

/** A lesson of the day, begun or not. */
export type ListedLesson = {
  readonly id: string;
  readonly title: string;
  readonly start: MinuteOfDay;
  readonly end: MinuteOfDay;
};

const firstName = (title: string): string => title.split(' ')[0] ?? title;

/** What is recorded of a lesson, or what recording it costs. */
const RecordText = (props: { readonly lesson: AttendedLesson | undefined; readonly className: string }) => {
  const { lesson, className } = props;
  const { attendance = null, text = 'Later' } = lesson ?? {};
  return (
    <p
      className={cn(className, attendance === 'absent' ? 'font-strong text-warn' : attendance === null && 'text-ink-3')}
    >
      {text}
    </p>
  );
};

/** The lessons of a day on a phone, each with who was there. */
export const AttendanceSheet = (props: {
  readonly day: AttendedDay;
  /** All lessons that take place, in order. */
  readonly listed: readonly ListedLesson[];
  readonly menuOf: (id: string) => readonly MenuEntry[];
  readonly onClose: () => void;
}) => {
  const { day, listed, menuOf, onClose } = props;
  const { date, lessons, isLoaded } = day;
  const open = lessons.filter(({ attendance }) => attendance === null);
  return (
    <Dialog
      open
      onClose={onClose}
      title={longDate(date)}
      subtitle={tallyText(day)}
      bodyClassName="px-4"
      footer={
        <>
          {open.length > 0 && (
            <p className="basis-full text-center text-small text-ink-2">
              Records {open.length > 3 ? `${open.length} lessons` : joined(open.map(({ title }) => firstName(title)))}{' '}
              as taught.{open.length < lessons.length && ' The others stay.'}
            </p>
          )}
          <AllTaught lessons={lessons} date={date} />
        </>
      }
    >
      <ul>
        {listed.map(({ id, title, start, end }, i) => {
          const lesson = lessons.find(({ lessonId }) => lessonId === id);
          return (
            <li
              key={id}
              className="grid grid-cols-[22px_minmax(0,1fr)] gap-x-3 border-b border-line py-3 last:border-b-0"
            >
              <span
                aria-hidden
                className={cn(
                  'mt-2 grid size-[22px] place-items-center rounded-full text-small leading-none font-title text-on-accent tabular-nums',
                  i === 0 ? 'bg-stop-first' : i === listed.length - 1 ? 'bg-stop-last' : 'bg-stop',
                )}
              >
                {i + 1}
              </span>
              <div className="min-w-0">
                <div className="flex items-center gap-2">
                  <div className="min-w-0 grow">
                    <p className="font-strong break-words">{title}</p>
                    <p className="text-ink-2 tabular-nums">{formatTimeRange(start, end)}</p>
                    <RecordText lesson={lesson} className="min-[380px]:hidden" />
                  </div>
                  <RecordText lesson={lesson} className="max-w-[45%] text-right max-[379px]:hidden" />
                  {lesson && (
                    <MenuOnDemand
                      label={`Attendance of ${title}, more`}
                      button={<Ellipsis aria-hidden className="size-4" strokeWidth={2} />}
                      entries={menuOf(id)}
                      inBody
                    />
                  )}
                </div>
                {lesson && (
                  <AttendanceButtons
                    lesson={lesson}
                    date={date}
                    isLoading={!isLoaded}
                    className="mt-2.5 grid grid-cols-2 gap-2 [&>button]:px-1"
                  />
                )}
              </div>
            </li>
          );
        })}
      </ul>
    </Dialog>
  );
};
