import { startOf } from '@rondo/contracts/calendar/zones.ts';
import { addDays, isIsoDate } from '@rondo/contracts/calendar/dates.ts';
import { historyKinds, type HistoryKind } from '@rondo/contracts/api/history/history-kinds.ts';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { keyOf } from '../../api/queries.ts';

/** What the page shows, as the address has it: `/history?student=ID&kind=lessons&q=theo&day=2026-11-12`. */
export type HistoryFilter = {
  readonly q: string;
  readonly student: string | null;
  readonly teacher: string | null;
  readonly lesson: string | null;
  readonly invoice: string | null;
  readonly kind: HistoryKind | null;
  /** The newest day that is shown; null for today. */
  readonly day: string | null;
};

export const filterIn = (search: URLSearchParams): HistoryFilter => {
  const day = search.get('day');
  return {
    q: (search.get('q') ?? '').slice(0, 80),
    student: search.get('student'),
    teacher: search.get('teacher'),
    lesson: search.get('lesson'),
    invoice: search.get('invoice'),
    kind: historyKinds.find((kind) => kind === search.get('kind')) ?? null,
    day: day !== null && isIsoDate(day) ? day : null,
  };
};

const questionOf = ({ q, student, teacher, lesson, invoice, kind, day }: HistoryFilter, timeZone: string) => ({
  ...(q.trim() !== '' && { q }),
  ...(student !== null && { studentId: student }),
  ...(teacher !== null && { teacherId: teacher }),
  ...(lesson !== null && { lessonId: lesson }),
  ...(invoice !== null && { invoiceId: invoice }),
  ...(kind !== null && { kind }),
  ...(day !== null && { until: new Date(startOf(addDays(day, 1), 0, timeZone)).toISOString() }),
});

/** The history that a filter leaves, page by page. It is asked again on every visit: what others do in between is in it. */
export const historyQuery = (filter: HistoryFilter, timeZone: string) => {
  const query = questionOf(filter, timeZone);
  return infiniteQueryOptions({
    queryKey: [...keyOf('GET /api/history', { query }), 'pages'] as const,
    queryFn: ({ pageParam, signal }) =>
      call('GET /api/history', { query: { ...query, ...(pageParam !== '' && { before: pageParam }) } }, signal),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
  });
};
