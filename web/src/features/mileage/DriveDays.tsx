import type { MileageDay, MileageYear } from '@rondo/contracts/api/road/mileage.ts';
import { shortDate } from '@rondo/contracts/calendar/words.ts';
import { kindText, purposeOf } from '@rondo/contracts/mileage/words.ts';
import { ArrowRight, CircleAlert, PencilLine } from 'lucide-react';
import { useState } from 'react';
import { Button, IconButton } from '../../ui/button.tsx';
import { cn } from '../../ui/cn.ts';
import { Card } from '../../ui/lists/panels.tsx';
import { DayCorrection } from './DayCorrection.tsx';
import { distanceText, nameOfDrive, placeInLine } from './texts.ts';

type Leg = MileageDay['legs'][number];

const LegLine = (props: { readonly leg: Leg; readonly year: MileageYear; readonly onEnter: () => void }) => {
  const { leg, year, onEnter } = props;
  const counts = leg.kind === 'business' || (leg.kind === 'home' && year.homeDrivesCount);
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 border-t border-line-soft px-4 py-2 desk:items-center desk:grid-cols-[minmax(0,2fr)_minmax(0,1fr)_100px_80px]">
      <span className="min-w-0 break-words">
        {placeInLine(leg.from)} <ArrowRight aria-label="to" className="inline size-3.5 text-ink-3" strokeWidth={1.75} />{' '}
        {placeInLine(leg.to)}
      </span>
      <span className="text-ink-2 max-desk:row-start-2">{purposeOf(leg)}</span>
      <span className="text-ink-2 max-desk:row-start-2 max-desk:text-right">{kindText(leg.kind, counts)}</span>
      <span className="text-right tabular-nums">
        {leg.tenths === null ? (
          <Button size="small" aria-label={`Enter the distance from ${nameOfDrive(leg)}`} onClick={onEnter}>
            Enter
          </Button>
        ) : (
          `${leg.exact ? '' : 'about '}${(leg.tenths / 10).toFixed(1)}`
        )}
      </span>
    </li>
  );
};

/** The days of a tax year with their drives: those with an unknown distance first, then the newest. */
export const DriveDays = ({ year }: { readonly year: MileageYear }) => {
  const [corrected, setCorrected] = useState<MileageDay | null>(null);
  const isUnknown = ({ legs }: MileageDay): boolean => legs.some(({ tenths }) => tenths === null);
  const days = year.days.toReversed().toSorted((a, b) => Number(isUnknown(b)) - Number(isUnknown(a)));
  return (
    <Card className="overflow-hidden">
      {days.map((day) => {
        const sum = day.legs.reduce((all, { tenths }) => all + (tenths ?? 0), 0) / 10;
        return (
          <section key={day.date} aria-label={shortDate(day.date)} className="border-b border-line last:border-b-0">
            <div
              className={cn(
                'flex min-h-12 items-center gap-3 px-4 py-1.5',
                isUnknown(day) ? 'bg-warn-tint' : 'bg-sunken',
              )}
            >
              <h2 className="font-strong whitespace-nowrap">{shortDate(day.date)}</h2>
              <p className={cn('min-w-0 grow', isUnknown(day) ? 'text-warn' : 'text-ink-2')}>
                {isUnknown(day) ? 'Distance unknown, not in the sums' : day.corrected && 'Corrected'}
              </p>
              <span className="tabular-nums">{distanceText(sum, year.unit)}</span>
              <IconButton
                icon={PencilLine}
                label={`Correct ${shortDate(day.date)}`}
                onClick={() => setCorrected(day)}
              />
            </div>
            {day.corrected && <p className="px-4 py-2 text-small text-ink-2">“{day.corrected.reason}”</p>}
            {day.differs.map((sentence) => (
              <p key={sentence} className="flex gap-2 px-4 py-2 text-small text-warn">
                <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" strokeWidth={1.75} />
                {sentence}
              </p>
            ))}
            <ul aria-label={`Drives of ${shortDate(day.date)}`}>
              {day.legs.map((leg) => (
                <LegLine
                  key={`${nameOfDrive(leg)} ${leg.lessonId}`}
                  leg={leg}
                  year={year}
                  onEnter={() => setCorrected(day)}
                />
              ))}
            </ul>
          </section>
        );
      })}
      {corrected && <DayCorrection day={corrected} year={year} onClose={() => setCorrected(null)} />}
    </Card>
  );
};
