import type { MileageDay, MileageYear } from '@rondo/contracts/api/road/mileage.ts';
import { shortDate } from '@rondo/contracts/calendar/words.ts';
import { kindText, placeText, purposeOf } from '@rondo/contracts/mileage/words.ts';
import { ArrowRight, CircleAlert, PencilLine } from 'lucide-react';
import { useState } from 'react';
import { streetOf } from '../../lib/address.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { cn } from '../../ui/cn.ts';
import { TextField } from '../../ui/fields/field.tsx';
import { Card } from '../../ui/lists/panels.tsx';
import { FormDialog } from '../../ui/overlays/form-dialog.tsx';
import { useCorrectDay } from './commands.ts';
import { distanceText, tenthsOf } from './texts.ts';

type Leg = MileageDay['legs'][number];

/** Without its town: "4208 Avenue G". */
const shortText = (place: Leg['from']): string =>
  placeText({ ...place, address: streetOf({ address: place.address, city: null, zipCode: null }) });

const nameOf = ({ from, to }: Leg): string => `${shortText(from)} to ${shortText(to)}`;

/** Corrects the distances of a day, with the reason. */
const Correction = (props: { readonly day: MileageDay; readonly year: MileageYear; readonly onClose: () => void }) => {
  const { day, year, onClose } = props;
  const { send, isPending } = useCorrectDay();
  const distancesNow = day.legs.map(({ tenths }) => (tenths === null ? '' : (tenths / 10).toFixed(1)));
  const [typed, setTyped] = useState(distancesNow);
  const isUnknown = day.legs.some(({ tenths }) => tenths === null);
  const firstReason = day.corrected?.reason ?? (isUnknown ? 'The distance was unknown' : '');
  const [reason, setReason] = useState(firstReason);
  const isDirty = reason !== firstReason || typed.some((one, i) => one !== distancesNow[i]);
  const [error, setError] = useState<string | null>(null);
  const save = async (): Promise<void> => {
    const distances = typed.map(tenthsOf);
    if (distances.includes(null)) return setError('Enter each distance from 0.0 to 999.9.');
    if (reason.trim().length < 3) return setError('Please say why.');
    setError(null);
    const legs = day.legs.map(({ from, to, kind }, i) => ({ from, to, kind, tenths: distances[i] ?? 0 }));
    const saved = await send({
      params: { teacherId: year.teacherId, date: day.date },
      body: { legs, reason, revision: day.revision },
    });
    if (saved) onClose();
    return undefined;
  };
  return (
    <FormDialog
      open
      title={`Correct ${shortDate(day.date)}`}
      submit="Correct the day"
      width="form"
      loading={isPending}
      submitError={error}
      unconfirmed={false}
      canSubmit
      dirty={isDirty}
      bodyClassName="grid content-start gap-4 p-6 max-desk:p-4"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
      onClose={onClose}
    >
      {day.legs.map((leg, i) => (
        <TextField
          key={`${leg.lessonId} ${nameOf(leg)}`}
          label={`${nameOf(leg)} (${year.unit})`}
          inputMode="decimal"
          value={typed[i] ?? ''}
          onChange={({ target }) => setTyped(typed.map((one, at) => (at === i ? target.value : one)))}
        />
      ))}
      <TextField label="Reason" value={reason} maxLength={200} onChange={({ target }) => setReason(target.value)} />
    </FormDialog>
  );
};

const LegLine = (props: { readonly leg: Leg; readonly year: MileageYear; readonly onEnter: () => void }) => {
  const { leg, year, onEnter } = props;
  const counts = leg.kind === 'business' || (leg.kind === 'home' && year.homeDrivesCount);
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 border-t border-line-soft px-4 py-2 desk:items-center desk:grid-cols-[minmax(0,2fr)_minmax(0,1fr)_100px_80px]">
      <span className="min-w-0 break-words">
        {shortText(leg.from)} <ArrowRight aria-label="to" className="inline size-3.5 text-ink-3" strokeWidth={1.75} />{' '}
        {shortText(leg.to)}
      </span>
      <span className="text-ink-2 max-desk:row-start-2">{purposeOf(leg)}</span>
      <span className="text-ink-2 max-desk:row-start-2 max-desk:text-right">{kindText(leg.kind, counts)}</span>
      <span className="text-right tabular-nums">
        {leg.tenths === null ? (
          <Button size="small" aria-label={`Enter the distance from ${nameOf(leg)}`} onClick={onEnter}>
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
                  key={`${nameOf(leg)} ${leg.lessonId}`}
                  leg={leg}
                  year={year}
                  onEnter={() => setCorrected(day)}
                />
              ))}
            </ul>
          </section>
        );
      })}
      {corrected && <Correction day={corrected} year={year} onClose={() => setCorrected(null)} />}
    </Card>
  );
};
