import type { MileageYear } from '@rondo/contracts/api/road/mileage.ts';
import type { Settings } from '@rondo/contracts/api/studio/settings.ts';
import { calendarDate } from '@rondo/contracts/calendar/words.ts';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/fields/field.tsx';
import { Switch } from '../../ui/fields/switch.tsx';
import { Card } from '../../ui/lists/panels.tsx';
import { useStateYear } from './commands.ts';
import { KeepingCard, RateCard } from './RateCard.tsx';
import { distanceText } from './texts.ts';

const numberIn = (text: string): number | null => (text.trim() === '' ? null : Number(text.replaceAll(',', '')));
const textOf = (value: number | null): string => (value === null ? '' : String(value));

/** What the odometer shows at the ends of the year. */
const Odometer = ({ year }: { readonly year: MileageYear }) => {
  const { send, isPending } = useStateYear();
  const [start, setStart] = useState(textOf(year.odometer.start));
  const [end, setEnd] = useState(textOf(year.odometer.end));
  const save = (): void => {
    const { teacherId, year: of } = year;
    const body = { odometerStart: numberIn(start), odometerEnd: numberIn(end) };
    void send({ params: { teacherId, year: String(of) }, body });
  };
  return (
    <Card className="grid gap-3 px-5 py-4">
      <h2 className="text-heading font-title">Odometer</h2>
      <form
        className="grid grid-cols-2 gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <TextField
          label={calendarDate(year.from)}
          inputMode="numeric"
          value={start}
          onChange={({ target }) => setStart(target.value)}
        />
        <TextField
          label={calendarDate(year.to)}
          inputMode="numeric"
          value={end}
          onChange={({ target }) => setEnd(target.value)}
        />
        <Button type="submit" loading={isPending} className="col-span-2">
          Save
        </Button>
      </form>
      {year.figures.private !== null && year.figures.private >= 0 && (
        <p className="text-ink-2">{distanceText(year.figures.private, year.unit)} private</p>
      )}
    </Card>
  );
};

/** What counts in a tax year, its rates and the odometer. */
export const YearOf = (props: { readonly year: MileageYear; readonly keeping: NonNullable<Settings['mileage']> }) => {
  const { year, keeping } = props;
  const { send } = useStateYear();
  const { teacherId, year: of } = year;
  return (
    <div className="grid items-start gap-4 desk:grid-cols-2 min-[1100px]:grid-cols-1">
      <Card className="px-5 py-4">
        <h2 className="mb-3 text-heading font-title">From and to home</h2>
        <Switch
          label="Drives from and to home count as business"
          checked={year.homeDrivesCount}
          onChange={(homeDrivesCount) =>
            void send({ params: { teacherId, year: String(of) }, body: { homeDrivesCount } })
          }
        >
          Counts for {of} and the years after it until you change it there. Not tax advice.
        </Switch>
      </Card>
      <RateCard year={year} keeping={keeping} />
      <Odometer key={`${teacherId} ${of} ${year.odometer.start} ${year.odometer.end}`} year={year} />
      <KeepingCard keeping={keeping} />
    </div>
  );
};
