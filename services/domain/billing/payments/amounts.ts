import { amountProblem } from '@rondo/contracts/money/money.ts';
import { calendarDate } from '@rondo/contracts/calendar/words.ts';
import { InvalidInput } from '../../../platform/kit/errors.ts';

/** An amount as integer cents. @throws InvalidInput */
export const centsOf = (amount: number, currency: string): number => {
  const problem = amountProblem(amount, currency);
  if (problem !== null) throw new InvalidInput(problem);
  return Math.round(amount * 100);
};

/** @throws InvalidInput */
export const refuseFuture = (date: string, today: string, what: string): void => {
  if (date > today) throw new InvalidInput(`The date of ${what} must not be in the future.`);
};

/** Whether digits have the check digit of a card number. */
const isCardNumber = (digits: string): boolean => {
  const sum = digits
    .split('')
    .toReversed()
    .reduce((total, digit, i) => {
      const doubled = Number(digit) * (i % 2 === 0 ? 1 : 2);
      return total + (doubled > 9 ? doubled - 9 : doubled);
    }, 0);
  return sum % 10 === 0;
};

/** Runs of 13 to 19 digits, and four groups of four in a longer one, as cards have them behind another number. */
const possibleCards = (text: string): string[] =>
  [...text.matchAll(/\d(?:[ .-]?\d){12,}/g)].flatMap(([run]) => {
    const digits = run.replaceAll(/\D/g, '');
    if (digits.length <= 19) return [digits];
    return [...run.matchAll(/(?<!\d)(?=([3-6]\d{3}(?:[ .-]\d{4}){3})(?!\d))/g)].map(([, groups = '']) =>
      groups.replaceAll(/\D/g, ''),
    );
  });

/** @throws InvalidInput when a typed text holds what may be the number of a card */
export const refuseCardNumbers = (...texts: readonly (string | null | undefined)[]): void => {
  for (const text of texts)
    for (const digits of possibleCards(text ?? ''))
      if (isCardNumber(digits))
        throw new InvalidInput('This looks like a card number. Rondo does not store card numbers.');
};

/** "Nov 20, 2026". */
export const dayText = (date: string): string => calendarDate(date);
