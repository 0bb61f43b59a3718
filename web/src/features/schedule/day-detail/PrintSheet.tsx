import { formatDuration, formatTime, formatTimeRange } from '@rondo/contracts/calendar/times.ts';
import { longDate } from '@rondo/contracts/calendar/words.ts';
import type { CalendarLesson } from '@rondo/contracts/lessons/timing.ts';
import { createPortal } from 'react-dom';
import { isLeg, timelineOf, type Day } from '../../../calendar/days/day.ts';
import { entryWord, type DayEntry } from '../../../calendar/days/entry.ts';
import { areAbout, waitWord, type Leg } from '../../../calendar/days/legs.ts';

const driveWords = (leg: Leg): string => {
  const drive = `${areAbout([leg]) ? 'about ' : ''}${formatDuration(leg.minutes)} drive`;
  switch (leg.role) {
    case 'out':
      return `Leave home by ${formatTime(leg.start)}, ${drive}`;
    case 'back':
      return `${drive} home, there at ${formatTime(leg.end)}`;
    case 'between':
      return leg.short > 0 ? `${drive}, short by ${leg.short}\u00a0min` : `${drive}, ${waitWord(leg)}`;
  }
};

const Stop = ({ entry, row }: { readonly entry: DayEntry; readonly row: CalendarLesson | undefined }) => (
  <tr className="break-inside-avoid border-t border-line align-top">
    <td className="py-2 pr-4 whitespace-nowrap tabular-nums">{formatTimeRange(entry.start, entry.end)}</td>
    <td className="py-2 pr-4">
      <b className="font-strong">{entry.title}</b>
      {entry.state !== 'current' && <span> {entryWord(entry)}</span>}
      <span className="block">{entry.address}</span>
      {row?.notes !== null && <span className="block text-ink-2">{row?.notes}</span>}
    </td>
    <td className="py-2 whitespace-nowrap tabular-nums">{row?.student?.phone}</td>
  </tr>
);

const Drive = ({ leg }: { readonly leg: Leg }) => (
  <tr className="break-inside-avoid text-small text-ink-2">
    <td colSpan={3} className="py-1 pl-6">
      {driveWords(leg)}
    </td>
  </tr>
);

/** The printed day: times, addresses, phone numbers and drives. Visible only in print. */
export const PrintSheet = (props: {
  readonly day: Day;
  readonly teacher: string;
  readonly rowOf: (id: string) => CalendarLesson | undefined;
}) => {
  const { day, teacher, rowOf } = props;
  return createPortal(
    <div aria-hidden data-print="day" className="hidden text-body print:block">
      <p className="text-title font-title">{longDate(day.date)}</p>
      <p className="mb-4">{teacher}</p>
      <table className="w-full text-left">
        <thead>
          <tr className="text-small text-ink-3">
            <th className="py-1 pr-4">Time</th>
            <th className="py-1 pr-4">Where</th>
            <th className="py-1">Phone</th>
          </tr>
        </thead>
        <tbody>
          {timelineOf(day).map((item) =>
            isLeg(item) ? (
              item.minutes > 0 && <Drive key={`${item.from}>${item.to}`} leg={item} />
            ) : (
              <Stop key={item.id} entry={item} row={rowOf(item.id)} />
            ),
          )}
        </tbody>
      </table>
    </div>,
    document.body,
  );
};
