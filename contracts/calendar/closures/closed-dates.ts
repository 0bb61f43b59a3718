import { isIsoDate, type IsoDate } from '../dates.ts';

// A closed date of a series has no row: lists name it by its series and its date, so that calls with this id reach the series.

export type ClosedDate = { readonly seriesId: string; readonly date: IsoDate };

export const closedDateId = ({ seriesId, date }: ClosedDate): string => `${seriesId}_${date.replaceAll('-', '')}`;

/** The series and the date that an id names; null for the id of a row. */
export const closedDateOf = (id: string): ClosedDate | null => {
  const [, seriesId = '', year = '', month = '', day = ''] = /^(.+)_(\d{4})(\d\d)(\d\d)$/.exec(id) ?? [];
  const date = `${year}-${month}-${day}`;
  return isIsoDate(date) ? { seriesId, date } : null;
};
