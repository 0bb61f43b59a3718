import type { PolicyTerms } from '@rondo/contracts/policy/policy.ts';
import { policyInWords } from '@rondo/contracts/policy/words.ts';
import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { Plus, X } from 'lucide-react';
import { useState, type ReactNode, type SubmitEvent } from 'react';
import { isUnconfirmed } from '../../../api/call-failed.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { Segments } from '../../../ui/fields/choice.tsx';
import { inputClasses, TextField } from '../../../ui/fields/field.tsx';
import { SelectOnDemand } from '../../../ui/fields/select-on-demand.tsx';
import { SectionEnd } from '../components/SectionEnd.tsx';
import { usePolicyCommands } from './commands.ts';
import {
  termsOf,
  valuesOf,
  withDeadline,
  type Comes,
  type ComesTo,
  type DeadlineRow,
  type PolicyValues,
} from './policy-values.ts';

const mostDeadlines = 5;

const outcomes: readonly { readonly value: Comes; readonly label: string }[] = [
  { value: 'owed', label: 'Lesson owed' },
  { value: 'part', label: 'Part of the price' },
  { value: 'full', label: 'Full price' },
  { value: 'free', label: 'No charge' },
];
const isComes = (text: string): text is Comes => outcomes.some(({ value }) => value === text);

const Row = ({ name, children }: { readonly name?: ReactNode; readonly children: ReactNode }) => (
  <div className="flex min-h-13 flex-wrap items-center gap-2 border-b border-line-soft px-5 py-1.5 last:border-b-0 max-desk:px-4">
    {name !== undefined && <div className="w-52 max-desk:w-full">{name}</div>}
    {children}
  </div>
);

const Small = (props: {
  readonly label: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
}) => (
  <span className="w-14 shrink-0">
    <input
      aria-label={props.label}
      inputMode="numeric"
      autoComplete="off"
      maxLength={4}
      value={props.value}
      onChange={({ target }) => props.onChange(target.value)}
      className={inputClasses(false, 'px-1 text-center tabular-nums')}
    />
  </span>
);

/** What something comes to: a lesson that is owed, or a share of the price. */
const Outcome = (props: {
  readonly label: string;
  readonly value: ComesTo;
  readonly withOwed?: boolean;
  readonly onChange: (change: Partial<ComesTo>) => void;
}) => {
  const { label, value, withOwed = false, onChange } = props;
  return (
    <>
      <span className="w-44 shrink-0">
        <SelectOnDemand
          label={label}
          look="field"
          value={value.comes}
          options={withOwed ? outcomes : outcomes.slice(1)}
          onChange={(text) => isComes(text) && onChange({ comes: text })}
        />
      </span>
      {value.comes === 'part' && (
        <span className="flex items-center gap-2">
          <Small
            label={`${label}: percent of the price`}
            value={value.percent}
            onChange={(percent) => onChange({ percent })}
          />
          %
        </span>
      )}
    </>
  );
};

const Deadline = (props: {
  readonly row: DeadlineRow;
  readonly nth: number;
  readonly onChange: (change: Partial<DeadlineRow>) => void;
  readonly onRemove: () => void;
}) => {
  const { row, nth, onChange, onRemove } = props;
  const name = `Deadline ${nth}`;
  return (
    <div className="relative border-b border-line-soft pr-10">
      <Row>
        <span className="flex w-52 items-center gap-2 whitespace-nowrap max-desk:w-full">
          {row.kind === 'hours' ? (
            <>
              At least
              <Small label={`${name}: hours before`} value={row.hours} onChange={(hours) => onChange({ hours })} />
              hours before
            </>
          ) : (
            <>
              By
              <span className="w-28 shrink-0">
                <input
                  type="time"
                  required
                  aria-label={`${name}: time on the day before`}
                  value={row.time}
                  onChange={({ target }) => onChange({ time: target.value })}
                  className={inputClasses(false, 'px-2')}
                />
              </span>
              the day before
            </>
          )}
        </span>
        <Outcome label={`${name} comes to`} value={row} withOwed onChange={onChange} />
        <Button
          kind="quiet"
          size="small"
          aria-label={`${row.kind === 'hours' ? 'By a time' : 'In hours'}, deadline ${nth}`}
          onClick={() => onChange({ kind: row.kind === 'hours' ? 'dayBefore' : 'hours' })}
        >
          {row.kind === 'hours' ? 'By a time' : 'In hours'}
        </Button>
      </Row>
      <IconButton icon={X} label={`Remove deadline ${nth}`} className="absolute top-2 right-1" onClick={onRemove} />
    </div>
  );
};

/** What families read of the policy that is typed; of the last one that could be read. */
const FamilyText = ({ terms }: { readonly terms: PolicyTerms }) => (
  <aside
    aria-label="What families read"
    className="border-l border-line bg-paper px-5 py-4 max-wide:border-t max-wide:border-l-0"
  >
    <h3 className="font-strong">What families read</h3>
    <ul aria-live="polite" className="mt-2 grid gap-2 text-ink-2">
      {policyInWords(terms).map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  </aside>
);

/** Enters a policy from a day on. */
export const PolicyForm = (props: {
  readonly terms: PolicyTerms;
  /** It is proposed: nothing is agreed yet. */
  readonly isNew: boolean;
  readonly today: IsoDate;
  readonly onDone: () => void;
}) => {
  const { today, isNew, onDone } = props;
  const [first] = useState(() => ({ ...valuesOf(props.terms), from: today }));
  const [values, setValues] = useState<PolicyValues & { readonly from: IsoDate }>(first);
  const [read, setRead] = useState(props.terms);
  const { enter } = usePolicyCommands();
  const typed = termsOf(values);
  if ('terms' in typed && JSON.stringify(typed.terms) !== JSON.stringify(read)) setRead(typed.terms);
  const change = (next: Partial<PolicyValues & { from: IsoDate }>): void => setValues({ ...values, ...next });
  const changeRow = (key: number, next: Partial<DeadlineRow>): void =>
    change({ deadlines: values.deadlines.map((row) => (row.key === key ? { ...row, ...next } : row)) });
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    if (!('terms' in typed)) return;
    if (await enter.send({ body: { from: values.from, ...typed.terms } })) onDone();
  };
  const isDirty = isNew || JSON.stringify(values) !== JSON.stringify(first);
  return (
    <form onSubmit={(event) => void submit(event)} className="grid gap-3">
      <div className="grid grid-cols-[minmax(0,1fr)_18rem] overflow-hidden rounded-card border border-line max-wide:grid-cols-1">
        <div className="min-w-0">
          {values.deadlines.map((row, i) => (
            <Deadline
              key={row.key}
              row={row}
              nth={i + 1}
              onChange={(next) => changeRow(row.key, next)}
              onRemove={() => change({ deadlines: values.deadlines.filter(({ key }) => key !== row.key) })}
            />
          ))}
          <Row name="Later">
            <Outcome
              label="Later"
              value={values.late}
              onChange={(next) => change({ late: { ...values.late, ...next } })}
            />
          </Row>
          <Row name="Nobody at home">
            <Outcome
              label="Nobody at home"
              value={values.noShow}
              onChange={(next) => change({ noShow: { ...values.noShow, ...next } })}
            />
          </Row>
          <Row name="You cancel">
            <Segments
              label="You cancel"
              hidden
              value={values.ours}
              options={[
                { value: 'refund', label: 'No charge' },
                { value: 'owed', label: 'Lesson owed' },
              ]}
              onChange={(ours) => change({ ours })}
            />
          </Row>
          <Row name="Owed lessons">
            <span className="flex items-center gap-2">
              for
              <Small label="Owed lessons: days" value={values.owedDays} onChange={(owedDays) => change({ owedDays })} />
              days,
            </span>
            <span className="flex items-center gap-2 whitespace-nowrap">
              at most
              <Small
                label="Owed lessons: at most in a term"
                value={values.owedPerTerm}
                onChange={(owedPerTerm) => change({ owedPerTerm })}
              />
              a term
            </span>
          </Row>
        </div>
        <FamilyText terms={read} />
      </div>
      <div className="flex flex-wrap items-end justify-between gap-3">
        <Button
          kind="quiet"
          icon={Plus}
          className="-ml-2.5"
          disabled={values.deadlines.length >= mostDeadlines}
          onClick={() => setValues({ ...values, ...withDeadline(values) })}
        >
          Add a deadline
        </Button>
        <TextField
          label="For lessons from"
          type="date"
          required
          min={today}
          className="w-44"
          value={values.from}
          onChange={({ target }) => change({ from: target.value })}
        />
      </div>
      <SectionEnd
        isDirty={isDirty}
        saving={enter.isPending}
        submitError={enter.error?.message ?? ('problem' in typed ? typed.problem : null)}
        unconfirmed={isUnconfirmed(enter.error)}
        onDiscard={() => (isNew ? onDone() : setValues(first))}
      />
    </form>
  );
};
