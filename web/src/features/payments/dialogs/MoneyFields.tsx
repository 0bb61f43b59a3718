import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { currencySign } from '@rondo/contracts/money/money.ts';
import type { Control } from 'react-hook-form';
import { ChosenField } from '../../../forms/fields.tsx';
import { TypedField } from '../../../forms/TypedField.tsx';
import { cn } from '../../../ui/cn.ts';
import type { CheckedMoney, MoneyValues } from '../model/money-form.ts';
import { methodOptions } from '../model/words.ts';

/** Amount, date, method and reference: the amount first and large, because the rest is usually right. */
export const MoneyFields = (props: {
  readonly control: Control<MoneyValues, unknown, CheckedMoney>;
  readonly currency: string;
  readonly today: IsoDate;
  readonly amountHint?: string;
}) => {
  const { control, currency, today, amountHint } = props;
  const sign = currencySign(currency);
  return (
    <>
      <TypedField
        control={control}
        name="amount"
        label="Amount"
        inputMode="decimal"
        autoComplete="off"
        prefix={sign}
        hint={amountHint}
        inputClassName={cn('h-14! text-title! font-strong tabular-nums', sign.length > 1 ? 'pl-16!' : 'pl-8!')}
        data-autofocus
      />
      <div className="grid grid-cols-3 gap-3 max-desk:grid-cols-2">
        <TypedField
          control={control}
          name="date"
          label="Date"
          type="date"
          max={today}
          required
          inputClassName="px-2.5!"
        />
        <ChosenField control={control} name="method" label="Method" options={methodOptions} placeholder="" />
        <TypedField
          control={control}
          name="reference"
          label="Reference"
          optional
          autoComplete="off"
          className="max-desk:col-span-2"
        />
      </div>
    </>
  );
};
