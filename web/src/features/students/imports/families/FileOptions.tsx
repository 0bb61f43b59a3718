import type { FamilyOptions } from '@rondo/contracts/api/people/family-import.ts';
import { chooseBelowZero, chooseNames, fileFields, type FileField } from '@rondo/contracts/people/family-file.ts';
import { TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { useToday } from '../../../../api/today.ts';
import { Button } from '../../../../ui/button.tsx';
import { Segments } from '../../../../ui/fields/choice.tsx';
import { inputClasses } from '../../../../ui/fields/field.tsx';
import { Select } from '../../../../ui/fields/select.tsx';
import type { Preview } from './use-family-import.ts';

const meanings = [
  { value: 'owes', label: 'The family owes' },
  { value: 'credit', label: 'The family has credit' },
] as const;

const unused = 'none';

/** "First name", "Contact 1: mobile phone". */
const fieldName = (field: FileField): string => {
  if (field === 'zipCode') return 'ZIP';
  if (field === 'duration') return 'Lesson length';
  const parts = field
    .replaceAll(/([A-Z])/g, ' $1')
    .replace(/\bId$/, 'ID')
    .split(' ');
  const text = parts.map((word, i) => (i === 0 || word === 'ID' ? word : word.toLowerCase())).join(' ');
  return (text.charAt(0).toUpperCase() + text.slice(1)).replace(/^Contact([12]) /, 'Contact $1: ');
};

const fieldOptions = [
  { value: unused, label: 'Not used' },
  ...fileFields.map((value) => ({ value, label: fieldName(value) })),
];

/** The columns once a header stands for another field, or for none: a field that loses its header is named without one. */
const reassigned = (
  columns: FamilyOptions['columns'],
  { header, field }: Preview['columns'][number],
  chosen: string,
): FamilyOptions['columns'] => {
  const next = fileFields.find((one) => one === chosen);
  return { ...columns, ...(field && { [field]: '' }), ...(next && { [next]: header }) };
};

const Label = ({ need, children }: { readonly need: boolean; readonly children: string }) => (
  <span className={need ? 'inline-flex items-center gap-1.5 font-strong text-warn' : 'text-ink-2'}>
    {need && <TriangleAlert aria-hidden className="size-3.5 shrink-0" strokeWidth={1.75} />}
    {children}
  </span>
);

const bar = 'border-b border-line px-6 py-3 max-desk:px-4 max-desk:py-2';

/** How a file is read: its columns, what a balance below zero means, and the day of the balances. What cannot be told is asked. */
export const FileOptions = (props: {
  readonly preview: Preview;
  readonly options: FamilyOptions;
  readonly onChange: (said: FamilyOptions) => void;
}) => {
  const { preview, options, onChange } = props;
  const { columns, needs, hasBelowZero, date } = preview;
  const today = useToday();
  const [isOpen, setOpen] = useState(false);
  const needsNames = needs.includes(chooseNames);
  const isShown = isOpen || needsNames;
  const needsMeaning = needs.includes(chooseBelowZero);
  const used = columns.filter(({ field }) => field !== null).length;
  return (
    <>
      <div className={`flex flex-wrap items-center gap-x-8 gap-y-3 max-desk:gap-y-1 ${bar}`}>
        <div className="flex flex-wrap items-center gap-x-2.5">
          {needsNames ? <Label need>{chooseNames}</Label> : <Label need={false}>Columns</Label>}
          {!needsNames && (
            <>
              <span>
                {used} of {columns.length} are used
              </span>
              <Button kind="quiet" size="small" aria-expanded={isShown} onClick={() => setOpen(!isOpen)}>
                Change
              </Button>
            </>
          )}
        </div>
        {hasBelowZero && (
          <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1.5">
            <Label need={needsMeaning}>{needsMeaning ? chooseBelowZero : 'Below zero'}</Label>
            <Segments<string>
              label="A balance below zero means"
              hidden
              value={options.belowZero ?? ''}
              options={meanings}
              onChange={(value) => onChange({ belowZero: value === 'credit' ? 'credit' : 'owes' })}
              className="max-desk:w-full"
            />
          </div>
        )}
        <label className="flex items-center gap-2.5">
          <Label need={false}>Balances of</Label>
          <input
            type="date"
            max={today}
            value={options.date ?? date}
            onChange={({ target }) => target.value !== '' && onChange({ date: target.value })}
            className={inputClasses(false, 'w-auto! tabular-nums')}
          />
        </label>
      </div>
      {isShown && (
        <ul aria-label="Columns" className={`grid gap-x-6 gap-y-2 bg-paper desk:grid-cols-2 ${bar}`}>
          {columns.map((column) => (
            <li key={column.header} className="grid grid-cols-2 items-center gap-3">
              <span className="min-w-0 wrap-anywhere">{column.header}</span>
              <Select<string>
                label={column.header}
                look="field"
                value={column.field ?? unused}
                options={fieldOptions}
                onChange={(chosen) => onChange({ columns: reassigned(options.columns, column, chosen) })}
              />
            </li>
          ))}
        </ul>
      )}
    </>
  );
};
