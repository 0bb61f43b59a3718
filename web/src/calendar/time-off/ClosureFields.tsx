import type { ClosurePreview } from '@rondo/contracts/api/studio/closures.ts';
import { formatTime, toMinutes, toTimeText } from '@rondo/contracts/calendar/times.ts';
import { addDays } from '@rondo/contracts/calendar/dates.ts';
import { useState } from 'react';
import { LabeledCheckbox, RadioList, Segments } from '../../ui/fields/choice.tsx';
import { Field, TextField } from '../../ui/fields/field.tsx';
import { Select } from '../../ui/fields/select.tsx';
import { useTeachers } from '../queries.ts';
import { moneyNames, withFirstDay, type ClosureValues } from './closure-values.ts';

type FieldsProps = {
  readonly values: ClosureValues;
  readonly onChange: (values: ClosureValues) => void;
};

const kinds = [
  { value: 'holiday', label: 'Holiday' },
  { value: 'away', label: 'Away' },
  { value: 'sick', label: 'Sick' },
  { value: 'weather', label: 'Weather' },
] as const;

/** Every half hour, and the time that is chosen already. */
const timesWith = (chosen: string) => {
  const halves = Array.from({ length: 34 }, (_, half) => toTimeText(6 * 60 + half * 30));
  return [
    { value: '', label: 'Whole day' },
    ...[...new Set([...halves, ...(chosen === '' ? [] : [chosen])])]
      .toSorted()
      .map((value) => ({ value, label: formatTime(toMinutes(value)) })),
  ];
};

/** A day, and from or until when on it. */
const DayAndTime = (props: {
  readonly label: 'From' | 'To';
  readonly day: string;
  readonly time: string;
  readonly least?: string;
  readonly onDay: (day: string) => void;
  readonly onTime: (time: string) => void;
}) => {
  const { label, day, time, least, onDay, onTime } = props;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_132px] items-end gap-2">
      <TextField
        label={label}
        type="date"
        required
        value={day}
        min={least}
        onChange={({ target }) => onDay(target.value)}
      />
      <Select
        look="field"
        label={label === 'From' ? 'From what time' : 'Until what time'}
        value={time}
        options={timesWith(time)}
        onChange={onTime}
      />
    </div>
  );
};

const everyone = 'all';
const several = 'several';

/** All teachers, one of them, or several. */
const Whose = ({ values, onChange }: FieldsProps) => {
  const { teacherIds } = values;
  const teachers = useTeachers();
  const [some, setSome] = useState(teacherIds !== null && teacherIds.length > 1);
  const choose = (value: string): void => {
    setSome(value === several);
    if (value === everyone) onChange({ ...values, teacherIds: null });
    else if (value !== several) onChange({ ...values, teacherIds: [value] });
    else onChange({ ...values, teacherIds: teacherIds ?? teachers.map(({ id }) => id) });
  };
  const toggle = (id: string, isIn: boolean): void =>
    onChange({ ...values, teacherIds: [...(teacherIds ?? []).filter((other) => other !== id), ...(isIn ? [id] : [])] });
  return (
    <>
      <Field label="For">
        {({ id }) => (
          <Select
            id={id}
            look="field"
            label="For"
            value={some ? several : (teacherIds?.[0] ?? everyone)}
            options={[
              { value: everyone, label: 'All teachers', detail: 'Also those of later' },
              ...teachers.map((one) => ({ value: one.id, label: one.name })),
              ...(teachers.length > 2 ? [{ value: several, label: 'Several teachers' }] : []),
            ]}
            onChange={choose}
          />
        )}
      </Field>
      {some && (
        <div className="col-span-full grid gap-1">
          {teachers.map(({ id, name }) => (
            <LabeledCheckbox
              key={id}
              checked={teacherIds?.includes(id) === true}
              onChange={(isIn) => toggle(id, isIn)}
              className="min-h-9 gap-2.5 max-desk:min-h-11"
            >
              {name}
            </LabeledCheckbox>
          ))}
        </div>
      )}
    </>
  );
};

/** What happens to lessons that are paid for; the monthly choice only where it concerns somebody. */
const Money = (props: FieldsProps & { readonly choices: ClosurePreview['choices'] | undefined }) => {
  const { values, onChange, choices = [] } = props;
  const isOffered = (money: ClosureValues['money']): boolean =>
    money !== 'refundMonthlyToo' || money === values.money || choices.some((one) => one.money === money);
  const options = (['refund', 'refundMonthlyToo', 'owed'] as const).filter(isOffered).map((value) => ({
    value,
    label: moneyNames[value],
    // Room for it before it is there.
    detail: choices.find(({ money }) => money === value)?.text ?? '\u00a0',
  }));
  return (
    <div className="grid gap-1.5">
      <h3 className="font-control">What happens to the money</h3>
      <RadioList
        label="What happens to the money"
        value={values.money}
        options={options}
        onChange={(money) => onChange({ ...values, money })}
      />
    </div>
  );
};

type WithChoices = FieldsProps & { readonly choices: ClosurePreview['choices'] | undefined };

/** When, whose, why, and what happens to the money. */
export const ClosureFields = ({ values, onChange, choices }: WithChoices) => {
  const teachers = useTeachers();
  return (
    <>
      <DayAndTime
        label="From"
        day={values.from}
        time={values.fromTime}
        onDay={(from) => onChange(withFirstDay(values, from))}
        onTime={(fromTime) => onChange({ ...values, fromTime })}
      />
      <DayAndTime
        label="To"
        day={values.to}
        time={values.toTime}
        least={values.from}
        onDay={(to) => onChange({ ...values, to })}
        onTime={(toTime) => onChange({ ...values, toTime })}
      />
      <Segments
        label="Why"
        hidden
        value={values.kind}
        options={kinds}
        onChange={(kind) => onChange({ ...values, kind })}
        className="[&_[role=radio]]:px-1"
      />
      <div className="grid grid-cols-[repeat(auto-fit,minmax(150px,1fr))] gap-x-2 gap-y-4">
        {(teachers.length > 1 || values.teacherIds !== null) && <Whose values={values} onChange={onChange} />}
        <TextField
          label="Reason for families"
          value={values.reason}
          maxLength={80}
          autoComplete="off"
          placeholder="None"
          onChange={({ target }) => onChange({ ...values, reason: target.value })}
        />
      </div>
      <Money values={values} onChange={onChange} choices={choices} />
    </>
  );
};

/** Of somebody who is sick: until when, and what happens to the money. */
export const SickFields = ({ values, onChange, choices }: WithChoices) => {
  const { from, to } = values;
  const tomorrow = addDays(from, 1);
  const [chooses, setChooses] = useState(to > tomorrow);
  const until = chooses ? 'choose' : to === from ? 'tonight' : 'tomorrow';
  return (
    <>
      <Segments
        label="Until"
        value={until}
        options={[
          { value: 'tonight', label: 'Tonight' },
          { value: 'tomorrow', label: 'Tomorrow' },
          { value: 'choose', label: 'Choose' },
        ]}
        onChange={(next) => {
          setChooses(next === 'choose');
          onChange({ ...values, to: next === 'tonight' ? from : next === 'tomorrow' ? tomorrow : addDays(from, 2) });
        }}
      />
      {chooses && (
        <TextField
          label="Last day"
          type="date"
          required
          value={to}
          min={from}
          onChange={({ target }) => onChange({ ...values, to: target.value })}
        />
      )}
      <Money values={values} onChange={onChange} choices={choices} />
    </>
  );
};
