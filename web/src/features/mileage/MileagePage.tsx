import type { MileageYear } from '@rondo/contracts/api/road/mileage.ts';
import type { Settings } from '@rondo/contracts/api/studio/settings.ts';
import { closedInRows } from '@rondo/contracts/calendar/closures/closures.ts';
import { addDays } from '@rondo/contracts/calendar/dates.ts';
import { isStop } from '@rondo/contracts/calendar/rows.ts';
import { calendarOf, datesWith } from '@rondo/contracts/calendar/week.ts';
import { dateRange } from '@rondo/contracts/calendar/words.ts';
import { taxYearOf, type Country } from '@rondo/contracts/mileage/rates.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { fetchFile } from '../../api/files/download.ts';
import { queryClient } from '../../api/queries.ts';
import { settingsQuery } from '../../api/settings.ts';
import { useToday } from '../../api/today.ts';
import { lessonsQuery, preferencesQuery, teachersQuery } from '../../calendar/queries.ts';
import { useSearchParam } from '../../lib/page/search-param.ts';
import { counted } from '../../lib/texts.ts';
import { Button } from '../../ui/button.tsx';
import { DownloadCsvButton } from '../../ui/download-button.tsx';
import { SelectOnDemand } from '../../ui/fields/select-on-demand.tsx';
import { Figure } from '../../ui/figures/figure.tsx';
import { MoneyFigure } from '../../ui/figures/money-figure.tsx';
import { EmptyPanel, LoadingBlocks } from '../../ui/lists/panels.tsx';
import { QueryState } from '../../ui/lists/query-state.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { mileageQuery, useKeeping } from './commands.ts';
import { DriveDays } from './DriveDays.tsx';
import { EarningsView } from './EarningsView.tsx';
import { TeacherChoice, useTeacher } from './TeacherChoice.tsx';
import { distanceNumber } from './texts.ts';
import { useView, ViewTools } from './ViewTools.tsx';
import { YearOf } from './YearOf.tsx';

type Keeping = NonNullable<Settings['mileage']>;

export const prefetch = (): Promise<unknown> =>
  Promise.all([
    queryClient.prefetchQuery(settingsQuery),
    queryClient.prefetchQuery(teachersQuery),
    queryClient.prefetchQuery(preferencesQuery),
  ]);

const countries = [
  { value: 'US', label: 'United States' },
  { value: 'GB', label: 'United Kingdom' },
  { value: 'DE', label: 'Germany' },
  { value: 'mi', label: 'Another country, in miles' },
  { value: 'km', label: 'Another country, in kilometers' },
];

/** Drives are kept once the teacher turns it on. */
const Off = () => {
  const { send, isPending } = useKeeping('Drives are kept from now on');
  const today = useToday();
  const [choice, setChoice] = useState('US');
  const from = `${today.slice(0, 4)}-01-01`;
  const last = addDays(today, -1);
  const lessons = useQuery({ ...lessonsQuery({ from, to: last }), enabled: from <= last });
  const days = lessons.data && datesWith(calendarOf(lessons.data, closedInRows), { from, to: last }, isStop).length;
  const country: Country = choice === 'US' || choice === 'GB' || choice === 'DE' ? choice : 'other';
  const keep = (): void => {
    const unit = choice === 'km' ? 'km' : 'mi';
    void send({ body: { mileage: { from, country, rates: [], ...(country === 'other' && { unit }) } } });
  };
  return (
    <EmptyPanel
      title="Keep what you drive"
      level={1}
      actions={
        <>
          <SelectOnDemand label="Rates of" look="filter" value={choice} options={countries} onChange={setChoice} />
          <Button kind="primary" loading={isPending} onClick={keep}>
            Keep drives
          </Button>
        </>
      }
    >
      Rondo keeps the drives of each day from January 1 on, the night after it, with their miles and what they count
      for. Not tax advice.
      {days !== undefined && days > 0 && ` So far this year that is ${counted(days, 'day')}.`}
    </EmptyPanel>
  );
};

const Figures = ({ year: { figures, currency, unit } }: { readonly year: MileageYear }) => (
  <>
    <p className="flex items-baseline gap-2 whitespace-nowrap">
      <MoneyFigure amount={figures.amount} currency={currency} /> <span className="text-ink-2">business</span>
    </p>
    <Figure parts={[{ number: distanceNumber(figures.business), unit }]} word="business" />
    <Figure parts={[{ number: distanceNumber(figures.commuting), unit }]} word="commuting" />
    {figures.unknown > 0 && <Figure parts={[{ number: String(figures.unknown) }]} word="distance unknown" />}
  </>
);

const Year = ({ year, keeping }: { readonly year: MileageYear; readonly keeping: Keeping }) => (
  <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 min-[1100px]:grid-cols-[minmax(0,1fr)_336px]">
    {year.days.length === 0 ? (
      <EmptyPanel title={`No drives in ${year.year}`}>The drives of a day are here the morning after it.</EmptyPanel>
    ) : (
      <DriveDays year={year} />
    )}
    <YearOf year={year} keeping={keeping} />
  </div>
);

const Drives = ({ mileage }: { readonly mileage: Keeping }) => {
  const today = useToday();
  const [namedYear, setYear] = useSearchParam('year');
  const { teacher: present, teachers, choose, named: namedTeacher } = useTeacher();
  const newest = taxYearOf(mileage.country, today);
  const oldest = taxYearOf(mileage.country, mileage.from);
  const year = Math.min(newest, Math.max(oldest, Number(namedYear ?? newest) || newest));
  const ofPresent = useQuery({ ...mileageQuery(present?.id ?? '', year), enabled: Boolean(present) });
  // The drives of who was removed stay.
  const former = (ofPresent.data?.formerTeachers ?? []).map(({ teacherId: id, name }) => ({ id, name }));
  const removed = former.find(({ id }) => id === namedTeacher);
  const ofRemoved = useQuery({ ...mileageQuery(removed?.id ?? '', year), enabled: removed !== undefined });
  const [teacher, loaded] = removed ? [removed, ofRemoved] : [present, ofPresent];
  const years = Array.from({ length: newest - oldest + 1 }, (_, i) => String(newest - i));
  return (
    <>
      <PageHead
        title="Drives and earnings"
        subtitle={
          <p className="text-ink-2">
            {teacher?.name}
            {loaded.data && `, ${dateRange(loaded.data.from, loaded.data.to)}`}
          </p>
        }
        figures={loaded.data && <Figures year={loaded.data} />}
        figuresAtEnd
      />
      <ViewTools>
        <span className="grow" />
        <SelectOnDemand
          label="Year"
          className="max-desk:w-full"
          value={String(year)}
          options={years.map((value) => ({ value, label: value }))}
          onChange={setYear}
        />
        <TeacherChoice teachers={teachers && [...teachers, ...former]} teacher={teacher} onChoose={choose} />
        {teacher && (
          <DownloadCsvButton
            what={`mileage-${year}`}
            className="max-desk:w-full"
            file={() => fetchFile('GET /api/mileage.csv', { query: { teacherId: teacher.id, year: String(year) } })}
          />
        )}
      </ViewTools>
      {teacher === null ? (
        <EmptyPanel title="There is no teacher yet">Drives belong to a teacher.</EmptyPanel>
      ) : (
        <QueryState
          query={loaded}
          failed="The drives did not load."
          waiting={<LoadingBlocks label="Loading the drives" className="grid gap-px" blocks={['h-24', 'h-24']} />}
        >
          {(of) => <Year year={of} keeping={mileage} />}
        </QueryState>
      )}
    </>
  );
};

/** What a teacher drove in a tax year and what it counts for, or what an hour from door to door brings in. */
export default function MileagePage() {
  const settings = useQuery(settingsQuery);
  const { isEarnings } = useView();
  if (isEarnings)
    return (
      <>
        <title>Door to door - Rondo</title>
        <EarningsView />
      </>
    );
  return (
    <>
      <title>Drives - Rondo</title>
      <QueryState
        query={settings}
        failed="The settings did not load."
        waiting={<LoadingBlocks label="Loading the drives" className="grid gap-px" blocks={['h-24']} />}
      >
        {({ mileage }) =>
          mileage ? (
            <Drives mileage={mileage} />
          ) : (
            <>
              <ViewTools />
              <Off />
            </>
          )
        }
      </QueryState>
    </>
  );
}
