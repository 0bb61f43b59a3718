import type { Closure, ClosurePreview } from '@rondo/contracts/api/studio/closures.ts';
import { longDate } from '@rondo/contracts/calendar/words.ts';
import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { plainAmount } from '@rondo/contracts/money/money.ts';
import { counted } from '../../lib/texts.ts';

/** What the form of a closure holds. */
export type ClosureValues = {
  readonly from: string;
  readonly to: string;
  /** Empty: the whole day. */
  readonly fromTime: string;
  readonly toTime: string;
  /** Null: all teachers, those of later too. */
  readonly teacherIds: readonly string[] | null;
  readonly kind: Closure['kind'];
  readonly reason: string;
  readonly money: Closure['money'];
};

/** What a new closure begins with. */
export type NewClosure = Pick<ClosureValues, 'from' | 'to' | 'teacherIds' | 'kind'>;

export const newValues = (start: NewClosure): ClosureValues => ({
  fromTime: '',
  toTime: '',
  reason: '',
  money: 'refund',
  ...start,
});

export const valuesOf = ({ from, to, fromTime, toTime, teacherIds, kind, reason, money }: Closure): ClosureValues => ({
  from,
  to,
  fromTime: fromTime ?? '',
  toTime: toTime ?? '',
  teacherIds,
  kind,
  reason: reason ?? '',
  money,
});

/** The last day follows the first one past it. */
export const withFirstDay = (values: ClosureValues, from: string): ClosureValues => ({
  ...values,
  from,
  to: values.to < from ? from : values.to,
});

/** What is sent. */
export const bodyOf = ({ fromTime, toTime, teacherIds, reason, ...values }: ClosureValues) => ({
  ...values,
  fromTime: fromTime === '' ? null : fromTime,
  toTime: toTime === '' ? null : toTime,
  teacherIds: teacherIds === null ? null : [...teacherIds],
  reason: reason.trim() === '' ? null : reason.trim(),
});

/** What the preview is asked: what families read and why the days are closed changes none of its numbers. Null while a day is missing. */
export const questionOf = (values: ClosureValues, id: string | null) => {
  if (values.from === '' || values.to === '') return null;
  const { reason: _, kind: __, ...rest } = bodyOf(values);
  return id === null ? { ...rest, kind: 'holiday' as const } : { ...rest, id };
};

/** "Close 12 lessons", "Close", "Save". */
export const submitText = (lessons: number, isNew: boolean): string => {
  if (!isNew) return 'Save';
  return lessons === 0 ? 'Close' : `Close ${counted(lessons, 'lesson')}`;
};

export const moneyNames = {
  refund: 'Not billed',
  refundMonthlyToo: 'Not billed, monthly fees too',
  owed: 'Billed, each lesson is owed',
} as const satisfies Readonly<Record<Closure['money'], string>>;

type PreviewDate = ClosurePreview['dates'][number];

const effectWords = { back: 'comes back', kept: 'kept', begun: 'has begun' } as const;

/** What happens to a date, and the amount that stands after it: "refunds" "55.00", "not billed", "monthly fee stays", "owed". */
export const dateWords = (
  { effect, billing, refund }: Pick<PreviewDate, 'effect' | 'billing' | 'refund'>,
  currency: string,
): { readonly text: string; readonly amount: string | null } => {
  if (effect !== 'closes') return { text: effectWords[effect], amount: null };
  switch (billing) {
    case 'refunded':
      return { text: 'refunds', amount: plainAmount(refund, currency) };
    case 'monthStays':
      return { text: 'monthly fee stays', amount: null };
    case 'owed':
      return { text: 'owed', amount: null };
    case 'leftOut':
    case null:
      return { text: 'not billed', amount: null };
  }
};

/** The dates by day, in order. */
export const byDay = (
  dates: readonly PreviewDate[],
): readonly { readonly date: IsoDate; readonly title: string; readonly dates: readonly PreviewDate[] }[] => {
  const days = Map.groupBy(
    dates.toSorted((a, b) => `${a.date}T${a.startTime}`.localeCompare(`${b.date}T${b.startTime}`)),
    ({ date }) => date,
  );
  return [...days].map(([date, ofDay]) => ({ date, title: longDate(date), dates: ofDay }));
};
