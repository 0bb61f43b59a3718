import { shortDate } from '@rondo/contracts/calendar/words.ts';
import { failure, useCommand } from '../../api/commands/command.ts';
import { read } from '../../api/queries.ts';

export const mileageQuery = (teacherId: string, year: number) =>
  read('GET /api/mileage', { query: { teacherId, year: String(year) } });

const notSaved = failure('Nothing has changed', 'Please try again.');

/** Changes how drives are kept, or whether. */
export const useKeeping = (done: string) => useCommand('PATCH /api/settings', { done, failed: notSaved });

/** What is said of a tax year. */
export const useStateYear = () =>
  useCommand('PUT /api/mileage/years/:teacherId/:year', {
    done: 'Mileage of the year changed',
    failed: notSaved,
  });

/** Corrects the drives of a date. */
export const useCorrectDay = () =>
  useCommand('PUT /api/mileage/days/:teacherId/:date', {
    done: (_, { params: { date } }) => `Drives of ${shortDate(date)} corrected`,
    failed: notSaved,
  });
