import type { MileageYear } from '@rondo/contracts/api/road/mileage.ts';
import type { Settings } from '@rondo/contracts/api/studio/settings.ts';
import { calendarDate } from '@rondo/contracts/calendar/words.ts';
import { ratesOf } from '@rondo/contracts/mileage/rates.ts';
import { moneyText } from '@rondo/contracts/money/money.ts';
import { X } from 'lucide-react';
import { useState } from 'react';
import { useToday } from '../../api/today.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { TextField } from '../../ui/fields/field.tsx';
import { Card } from '../../ui/lists/panels.tsx';
import { FormDialog } from '../../ui/overlays/form-dialog.tsx';
import { useKeeping } from './commands.ts';
import { distanceText, rateText } from './texts.ts';

type Keeping = NonNullable<Settings['mileage']>;

/** Enters a rate of the studio's own: it stands in place of the one of the same date. */
const OwnRate = (props: { readonly keeping: Keeping; readonly currency: string; readonly onClose: () => void }) => {
  const { keeping, currency, onClose } = props;
  const { send, isPending } = useKeeping('Rate entered');
  const [from, setFrom] = useState(`${useToday().slice(0, 4)}-01-01`);
  const [rate, setRate] = useState('');
  const [source, setSource] = useState('');
  const [error, setError] = useState<string | null>(null);
  const save = async (): Promise<void> => {
    if (!/^\d{1,4}([.,]\d{1,3})?$/.test(rate.trim())) return setError('Enter a rate with at most three decimals.');
    if (from === '') return setError('Enter the first day of the rate.');
    setError(null);
    const own = { from, rate: Number(rate.replace(',', '.')), above: null, source: source.trim() || null };
    const rates = [...keeping.rates.filter((one) => one.from !== from), own];
    if (await send({ body: { mileage: { ...keeping, rates } } })) onClose();
    return undefined;
  };
  return (
    <FormDialog
      open
      title="Enter another rate"
      submit="Enter the rate"
      width="narrow"
      loading={isPending}
      submitError={error}
      unconfirmed={false}
      canSubmit
      dirty={rate !== '' || source !== ''}
      bodyClassName="grid content-start gap-4 p-6 max-desk:p-4"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
      onClose={onClose}
    >
      <TextField label="From" type="date" value={from} onChange={({ target }) => setFrom(target.value)} />
      <TextField
        label={`${currency} a ${keeping.unit === 'mi' ? 'mile' : 'kilometer'}`}
        inputMode="decimal"
        value={rate}
        onChange={({ target }) => setRate(target.value)}
      />
      <TextField
        label="Source"
        hint="Optional: where the rate is from."
        maxLength={200}
        value={source}
        onChange={({ target }) => setSource(target.value)}
      />
    </FormDialog>
  );
};

/** The rates of a tax year, what they come to, and the studio's own. */
export const RateCard = ({ year, keeping }: { readonly year: MileageYear; readonly keeping: Keeping }) => {
  const [isEntering, setEntering] = useState(false);
  const { send, isPending } = useKeeping('Rate removed');
  const { rates, notices, unit, currency } = year;
  const known = ratesOf(keeping, currency);
  const remove = (from: string): void =>
    void send({ body: { mileage: { ...keeping, rates: keeping.rates.filter((one) => one.from !== from) } } });
  return (
    <Card className="grid gap-2 px-5 py-4">
      <h2 className="text-heading font-title">Rate</h2>
      {rates.map(({ from, rate, distance, amount }) => {
        const source = known.find((one) => one.from === from)?.source ?? null;
        return (
          <dl key={`${from} ${rate}`} className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-1">
            <dt className="text-ink-2">From {calendarDate(from)}</dt>
            <dd className="text-right font-strong">{rateText(rate, currency, unit)}</dd>
            <dt className="text-ink-2">{distanceText(distance, unit)}</dt>
            <dd className="text-right font-strong">{moneyText(amount, currency)}</dd>
            {source !== null && <dd className="col-span-2 text-small text-ink-2 break-words">{source}</dd>}
          </dl>
        );
      })}
      {rates.length === 0 && <p className="text-ink-2">Nothing counts as business yet.</p>}
      {notices.map((notice) => (
        <p key={notice} className="text-warn">
          {notice}
        </p>
      ))}
      {keeping.rates.length > 0 && (
        <ul aria-label="Your own rates" className="border-t border-line-soft pt-2">
          {keeping.rates.map(({ from, rate }) => (
            <li key={from} className="flex items-center justify-between gap-3">
              <span className="min-w-0">
                {rateText(rate, currency, unit)} from {calendarDate(from)}
              </span>
              <IconButton
                icon={X}
                label={`Remove the rate from ${calendarDate(from)}`}
                disabled={isPending}
                onClick={() => remove(from)}
              />
            </li>
          ))}
        </ul>
      )}
      <Button className="justify-self-start" size="small" onClick={() => setEntering(true)}>
        Enter another rate
      </Button>
      {isEntering && <OwnRate keeping={keeping} currency={currency} onClose={() => setEntering(false)} />}
    </Card>
  );
};

const countryNames = { US: 'the United States', GB: 'the United Kingdom', DE: 'Germany', other: null } as const;

/** Since when drives are kept, and the way to stop. */
export const KeepingCard = ({ keeping }: { readonly keeping: Keeping }) => {
  const { send, isPending } = useKeeping('Drives are no longer kept');
  const country = countryNames[keeping.country];
  return (
    <Card className="grid gap-3 px-5 py-4">
      <h2 className="text-heading font-title">Keeping drives</h2>
      <p className="text-ink-2">
        Since {calendarDate(keeping.from)}, {country === null ? 'at your own rates' : `at the rates of ${country}`}.
        What is kept stays if you stop, and is shown again when you go on.
      </p>
      <Button
        className="justify-self-start"
        size="small"
        loading={isPending}
        onClick={() => void send({ body: { mileage: null } })}
      >
        Stop keeping drives
      </Button>
    </Card>
  );
};
