import type { HistoryEntry } from '@rondo/contracts/api/history/history.ts';
import { historyKinds } from '@rondo/contracts/api/history/history-kinds.ts';
import { dayOfWeekOf, longDayName } from '@rondo/contracts/calendar/dates.ts';
import { calendarDate, longDate } from '@rondo/contracts/calendar/words.ts';
import { wallClock } from '@rondo/contracts/calendar/zones.ts';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useSearchParams, type LoaderFunctionArgs } from 'react-router-dom';
import { queryClient } from '../../api/queries.ts';
import { currentUserQuery } from '../../api/session/session.ts';
import { usePlace, type StudioTime } from '../../calendar/moments/moment-text.ts';
import { studentsQuery, useStudents, useTeachers } from '../../calendar/queries.ts';
import { Button } from '../../ui/button.tsx';
import { inputClasses } from '../../ui/fields/field.tsx';
import { SearchField } from '../../ui/fields/search-field.tsx';
import { Select } from '../../ui/fields/select.tsx';
import { Card, EmptyText, LoadingBlocks } from '../../ui/lists/panels.tsx';
import { QueryState } from '../../ui/lists/query-state.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Entry } from './components/Entry.tsx';
import { filterIn, historyQuery, type HistoryFilter } from './queries.ts';

const RestoreMomentDialog = lazy(() => import('../../calendar/moments/RestoreMomentDialog.tsx'));

export const prefetch = async ({ request }: LoaderFunctionArgs): Promise<void> => {
  const user = await queryClient.ensureQueryData(currentUserQuery);
  if (!user) return;
  const filter = filterIn(new URL(request.url).searchParams);
  await Promise.all([
    queryClient.prefetchInfiniteQuery(historyQuery(filter, user.timeZone)),
    queryClient.prefetchQuery(studentsQuery),
  ]);
};

const kindNames = {
  lessons: 'Lessons',
  plans: 'Plans',
  students: 'Students',
  teachers: 'Teachers',
  families: 'Families',
  timeoff: 'Time off',
  mileage: 'Mileage',
  invoices: 'Invoices',
  calendar: 'Calendar',
  restores: 'Backups',
  settings: 'Settings',
} satisfies Record<(typeof historyKinds)[number], string>;

/** Milliseconds after the last key before a search begins. */
const typingPause = 250;

type Change = (change: Readonly<Partial<Record<keyof HistoryFilter, string>>>) => void;

const Search = ({ value, onChange }: { readonly value: string; readonly onChange: (text: string) => void }) => {
  const [text, setText] = useState(value);
  useEffect(() => {
    if (text === value) return undefined;
    const timer = setTimeout(() => onChange(text), typingPause);
    return () => clearTimeout(timer);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only what is typed begins a search
  }, [text]);
  return (
    <SearchField
      label="Search"
      value={text}
      onChange={(next) => setText(next.slice(0, 80))}
      className="desk:w-60 max-desk:col-span-2"
    />
  );
};

const Filters = ({ filter, change }: { readonly filter: HistoryFilter; readonly change: Change }) => {
  const students = useStudents();
  const teachers = useTeachers();
  const all = { value: '', label: 'All' };
  return (
    <>
      <Search value={filter.q} onChange={(q) => change({ q })} />
      <Select
        label="Teacher"
        value={filter.teacher ?? ''}
        options={[all, ...teachers.map(({ id, name }) => ({ value: id, label: name }))]}
        onChange={(teacher) => change({ teacher })}
      />
      <Select
        label="Student"
        value={filter.student ?? ''}
        options={[
          all,
          ...students.map(({ id, firstName, lastName }) => ({ value: id, label: `${firstName} ${lastName}` })),
        ]}
        onChange={(student) => change({ student })}
      />
      <Select
        label="Kind"
        value={filter.kind ?? ''}
        options={[all, ...historyKinds.map((kind) => ({ value: kind, label: kindNames[kind] }))]}
        onChange={(kind) => change({ kind })}
      />
      <label className="inline-flex min-w-0 items-center gap-2">
        <span className="sr-only">Go to date</span>
        <input
          type="date"
          title="Go to date"
          value={filter.day ?? ''}
          onChange={({ target }) => change({ day: target.value })}
          className={inputClasses(false, 'h-9! w-40 max-desk:h-11! max-desk:w-full')}
        />
      </label>
    </>
  );
};

/** "Today Sunday, November 29", "Friday November 27", with the year where it is another one. */
const DayHead = ({ date, today }: { readonly date: string; readonly today: string }) => {
  const [day = '', rest = ''] = longDate(date).split(', ');
  return (
    <h2 className="border-line bg-paper px-6 py-2 not-first:border-t">
      <b className="font-strong">{date === today ? 'Today' : longDayName(dayOfWeekOf(date))}</b>{' '}
      <span className="ml-1 text-ink-2">
        {date === today ? `${day}, ${rest}` : date.slice(0, 4) === today.slice(0, 4) ? rest : calendarDate(date)}
      </span>
    </h2>
  );
};

const daysIn = (entries: readonly HistoryEntry[], { timeZone }: StudioTime) => [
  ...Map.groupBy(entries, ({ at }) => wallClock(Date.parse(at), timeZone).date),
];

const List = ({ entries, place }: { readonly entries: readonly HistoryEntry[]; readonly place: StudioTime }) => {
  const [open, setOpen] = useState<string | null>(null);
  const [restored, setRestored] = useState<string | null>(null);
  const students = useStudents();
  const teachers = useTeachers();
  const names = new Map([
    ...students.map(({ id, firstName, lastName }) => [id, `${firstName} ${lastName}`] as const),
    ...teachers.map(({ id, name }) => [id, name] as const),
  ]);
  const times = new Map(entries.map(({ batchId, at }) => [batchId, at]));
  return (
    <>
      {daysIn(entries, place).map(([date, ofDay]) => (
        <section key={date} aria-label={longDate(date)}>
          <DayHead date={date} today={place.today} />
          <ol>
            {ofDay.map((entry) => (
              <Entry
                key={entry.batchId}
                entry={entry}
                undoneAt={times.get(entry.undone ?? '') ?? null}
                names={[...entry.students.slice(0, 20), ...entry.teachers].flatMap((id) => names.get(id) ?? [])}
                place={place}
                isOpen={open === entry.batchId}
                onToggle={() => setOpen(open === entry.batchId ? null : entry.batchId)}
                onRestore={setRestored}
              />
            ))}
          </ol>
        </section>
      ))}
      {restored !== null && (
        <Suspense>
          <RestoreMomentDialog moment={{ asOf: restored, backupId: null }} onClose={() => setRestored(null)} />
        </Suspense>
      )}
    </>
  );
};

const HistoryPage = () => {
  const place = usePlace();
  const { data: user } = useQuery(currentUserQuery);
  const [search, setSearch] = useSearchParams();
  const filter = filterIn(search);
  const history = useInfiniteQuery(historyQuery(filter, user?.timeZone ?? place.timeZone));
  const change: Change = (changes) =>
    setSearch(
      (before) =>
        Object.fromEntries(
          Object.entries({ ...Object.fromEntries(before), ...changes }).filter(([, value]) => value !== ''),
        ),
      { replace: true, preventScrollReset: true },
    );
  const narrowed = filter.lesson !== null ? 'one lesson' : filter.invoice !== null ? 'one invoice' : null;
  const isFiltered = search.size > 0;
  return (
    <>
      <title>History - Rondo</title>
      <PageHead
        title="History"
        actions={
          <div className="flex flex-wrap justify-end gap-2 max-desk:grid max-desk:grid-cols-2 max-desk:px-0!">
            {narrowed !== null && (
              <Button icon={X} onClick={() => change({ lesson: '', invoice: '' })}>
                Only {narrowed}
              </Button>
            )}
            <Filters filter={filter} change={change} />
          </div>
        }
      />
      <QueryState
        query={history}
        failed="The history did not load."
        waiting={<LoadingBlocks label="Loading the history" blocks={['h-96']} />}
      >
        {({ pages }) => {
          const entries = pages.flatMap((page) => page.entries);
          return (
            <>
              <Card className="overflow-hidden">
                {entries.length === 0 ? (
                  <EmptyText
                    title={isFiltered ? 'Nothing found' : 'Nothing has happened yet'}
                    actions={isFiltered && <Button onClick={() => setSearch({})}>Show the whole history</Button>}
                  >
                    {isFiltered
                      ? 'No change matches these filters.'
                      : 'Every change to lessons, people and invoices is listed here, and most can be undone.'}
                  </EmptyText>
                ) : (
                  <List entries={entries} place={place} />
                )}
              </Card>
              {history.hasNextPage && (
                <Button
                  className="mt-4"
                  loading={history.isFetchingNextPage}
                  onClick={() => void history.fetchNextPage()}
                >
                  Show earlier changes
                </Button>
              )}
            </>
          );
        }}
      </QueryState>
    </>
  );
};

export default HistoryPage;
