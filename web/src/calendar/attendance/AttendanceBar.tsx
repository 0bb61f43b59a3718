import { CalendarCheck, ChevronRight } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { AllTaught } from './AttendanceButtons.tsx';
import { useRecording } from './commands.ts';
import { tallyOf, type AttendedDay } from './queries.ts';

/** "3 of 5 recorded". */
export const tallyText = ({ lessons }: Pick<AttendedDay, 'lessons'>): string => {
  const { recorded, begun } = tallyOf(lessons);
  return `${recorded} of ${begun} recorded`;
};

/** Above a day: how much of it is recorded, and the rest in one click. A phone opens the list of its lessons from here. */
export const AttendanceBar = (props: { readonly day: AttendedDay; readonly onOpen?: (() => void) | undefined }) => {
  const { day, onOpen } = props;
  const { date, lessons, isLoaded } = day;
  const { send, isPending } = useRecording();
  const { taught, absent, recorded } = tallyOf(lessons);
  if (lessons.length === 0) return null;
  return (
    <section
      aria-label="Attendance"
      className="sticky top-0 z-10 flex min-h-14 items-center gap-4 border-b border-line bg-paper px-6 py-2 max-desk:gap-2 max-desk:px-4 print:hidden"
    >
      {onOpen ? (
        <button
          type="button"
          onClick={onOpen}
          className="mr-auto flex min-h-11 min-w-0 items-center gap-1 rounded-control text-left font-control text-accent"
        >
          {isLoaded ? tallyText(day) : 'Attendance'}
          <ChevronRight aria-hidden className="size-4 shrink-0" strokeWidth={1.75} />
        </button>
      ) : (
        <>
          <CalendarCheck aria-hidden className="size-5 shrink-0" strokeWidth={1.75} />
          <p className="min-w-0 grow text-ink-2">
            {isLoaded && (
              <>
                <b className="font-strong text-ink">
                  {tallyText(day)}
                  {recorded > 0 && ':'}
                </b>{' '}
                {recorded > 0 &&
                  [...(taught > 0 ? [`${taught} taught`] : []), ...(absent > 0 ? [`${absent} not home`] : [])].join(
                    ', ',
                  )}
                {recorded > 0 && '.'} <span className="max-wide:hidden">Anything not recorded counts as taught.</span>
              </>
            )}
          </p>
          {recorded > 0 && (
            <Button
              kind="quiet"
              disabled={isPending}
              onClick={() =>
                void send({
                  date,
                  lessons: lessons.filter(({ attendance }) => attendance !== null),
                  change: { attendance: null },
                })
              }
            >
              Clear
            </Button>
          )}
        </>
      )}
      {isLoaded && <AllTaught lessons={lessons} date={date} />}
    </section>
  );
};
