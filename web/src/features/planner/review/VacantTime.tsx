import type { ReportContent } from '@rondo/contracts/events/schedule/report-content.ts';
import { formatDuration, formatTimeRange, toMinutes } from '@rondo/contracts/calendar/times.ts';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { cn } from '../../../ui/cn.ts';

type Vacant = ReportContent['vacantTimeAnalysis'];
type UtilizationSource = Pick<ReportContent, 'vacantTimeAnalysis' | 'week'>;

/** How full a day is, as its badge shows it: 80 percent and more is full, below 60 has room. */
export const utilizationTone = (percentage: number): 'filled' | 'tint' | 'outline' => {
  if (percentage >= 80) return 'filled';
  return percentage >= 60 ? 'tint' : 'outline';
};

const tones = {
  filled: 'border-transparent bg-accent-fill text-on-accent',
  tint: 'border-transparent bg-accent-tint text-accent',
  outline: 'border-control',
} as const;

/** "3 h 30 lessons + 37 min driving + 2 h 08 free = 6 h 15". What is neither lesson nor free is driving, and entries that block time. */
export const utilizationText = (
  { availableMinutes, scheduledMinutes, vacantMinutes }: Vacant['utilizationByDay'][number],
  { hasBlocks, hasAppointments }: { readonly hasBlocks: boolean; readonly hasAppointments: boolean },
): string => {
  const rest = availableMinutes - scheduledMinutes - vacantMinutes;
  const parts = [
    `${formatDuration(scheduledMinutes)} lessons${hasAppointments ? ' and appointments' : ''}`,
    ...(rest > 0 ? [`${formatDuration(rest)} driving${hasBlocks ? ' and blocked' : ''}`] : []),
    `${formatDuration(vacantMinutes)} free`,
  ];
  return `${parts.join(' + ')} = ${formatDuration(availableMinutes)}`;
};

const shareOf = (part: number, whole: number): string => `${whole === 0 ? 0 : Math.min(100, (part / whole) * 100)}%`;

const Utilization = ({ report }: { readonly report: UtilizationSource }) => (
  <ul className="grid gap-3">
    {report.vacantTimeAnalysis.utilizationByDay.map((day) => {
      const { dayName, utilizationPercentage, scheduledMinutes, vacantMinutes, availableMinutes } = day;
      const rest = availableMinutes - scheduledMinutes - vacantMinutes;
      const stops = report.week.filter(({ day }) => day === dayName);
      const hasBlocks = stops.some(({ driveTime }) => driveTime === null);
      const hasAppointments = stops.some(({ studentId }) => studentId === null);
      return (
        <li key={dayName} className="grid grid-cols-[36px_minmax(0,1fr)_56px] items-center gap-x-3 max-desk:gap-x-2.5">
          <span>{dayName}</span>
          <span aria-hidden className="flex h-2 overflow-hidden rounded-chip bg-line">
            <i className="h-full bg-accent" style={{ width: shareOf(scheduledMinutes, availableMinutes) }} />
            <i className="h-full bg-control" style={{ width: shareOf(rest, availableMinutes) }} />
          </span>
          <span
            className={cn(
              'inline-flex h-[22px] items-center justify-self-end rounded-block border px-2 text-small font-control tabular-nums',
              tones[utilizationTone(utilizationPercentage)],
            )}
          >
            {Math.round(utilizationPercentage)}%
          </span>
          <span className="col-span-2 col-start-2 text-small text-ink-3 tabular-nums">
            {utilizationText(day, { hasBlocks, hasAppointments })}
          </span>
        </li>
      );
    })}
  </ul>
);

/** The shortest lesson: shorter gaps are not slots and are hidden behind the button. */
const shortestLesson = 30;

const Slots = ({ slots }: { readonly slots: Vacant['vacantSlots'] }) => {
  const [all, setAll] = useState(false);
  const roomy = slots.filter(({ durationMinutes }) => durationMinutes >= shortestLesson);
  const visible = all ? slots : roomy;
  if (slots.length === 0) return <p className="text-ink-2">There are no free slots between lessons.</p>;
  return (
    <>
      {visible.length === 0 && <p className="text-ink-2">No slot is long enough for a lesson.</p>}
      <SlotList slots={visible} />
      {visible.length < slots.length && (
        <Button size="small" className="mt-2" onClick={() => setAll(true)}>
          Show all {slots.length}
          <span className="sr-only"> slots</span>
        </Button>
      )}
    </>
  );
};

const SlotList = ({ slots }: { readonly slots: Vacant['vacantSlots'] }) => (
  <ul>
    {slots.map(({ dayName, startTime, endTime, reason }) => (
      <li
        key={`${dayName}${startTime}`}
        className="grid grid-cols-[170px_minmax(0,1fr)] gap-2 border-b border-line-soft py-1.5 first:pt-0 last:border-b-0 max-desk:grid-cols-1 max-desk:gap-0"
      >
        <span className="whitespace-nowrap tabular-nums">
          {dayName} {formatTimeRange(toMinutes(startTime), toMinutes(endTime))}
        </span>
        <span className="text-ink-2">{reason}</span>
      </li>
    ))}
  </ul>
);

export const VacantTime = ({ report }: { readonly report: UtilizationSource }) => (
  <div className="grid grid-cols-[minmax(0,1.25fr)_minmax(0,1fr)] gap-10 max-wide:grid-cols-1 max-wide:gap-6">
    <div>
      <h4 className="mb-3 font-strong">Daily utilization</h4>
      <Utilization report={report} />
    </div>
    <div>
      <h4 className="mb-2.5 font-strong">Available slots</h4>
      <Slots slots={report.vacantTimeAnalysis.vacantSlots} />
    </div>
  </div>
);
