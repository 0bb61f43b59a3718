import type { Student } from '@rondo/contracts/api/people/students.ts';
import { moneyText } from '@rondo/contracts/money/money.ts';

type Rates = Pick<Student, 'paymentType' | 'perLessonRate' | 'monthlyRate'>;

/** The rate by which a student pays; null if it is not set. */
export const rateOf = ({ paymentType, perLessonRate, monthlyRate }: Rates): number | null =>
  paymentType === 'monthly' ? monthlyRate : perLessonRate;

/** Nothing can be billed for these students but 0.00. */
export const hasNoRate = (student: Rates): boolean => rateOf(student) === null;

/** "$55.00 per lesson", "$220.00 per month", "No rate". */
export const rateWords = (student: Rates, currency: string): string => {
  const rate = rateOf(student);
  if (rate === null) return 'No rate';
  return `${moneyText(rate, currency)} per ${student.paymentType === 'monthly' ? 'month' : 'lesson'}`;
};
