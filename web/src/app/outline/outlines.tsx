import type { ReactNode } from 'react';
import { PageHead } from '../../ui/page-head.tsx';
import { CalendarOutline, PlanningOutline, ProfileOutline } from '../../features/settings/components/FormOutlines.tsx';
import { sectionWords } from '../../features/settings/section-words.ts';
import { Card, Skeleton } from '../../ui/lists/panels.tsx';
import { Section } from '../../ui/lists/section.tsx';

// What each page looks like before its code and data have loaded: its own titles, and skeletons of its content's size.

const lines = (count: number): readonly number[] => Array.from({ length: count }, (_, line) => line);

const Buttons = ({ widths }: { readonly widths: readonly string[] }) =>
  widths.map((width) => <Skeleton key={width} className={`h-9 max-desk:h-11 ${width}`} />);

/** Two key figures. */
const Figures = () => (
  <>
    <Skeleton className="h-10 w-32" />
    <Skeleton className="h-10 w-32" />
  </>
);

const Titled = (props: { readonly title: string; readonly about: string; readonly className: string }) => (
  <Card className="p-6 max-desk:p-4">
    <h2 className="text-lead font-strong">{props.title}</h2>
    <p className="mt-1 max-w-[60ch] text-ink-2">{props.about}</p>
    <Skeleton className={props.className} />
  </Card>
);

const PeopleOutline = ({ count }: { readonly count: number }) => (
  <Card className="overflow-hidden">
    <div className="h-11 border-b border-line" />
    {lines(count).map((line) => (
      <div key={line} className="flex min-h-14 items-center gap-4 border-b border-line-soft px-4 max-desk:min-h-16">
        <Skeleton className="size-[18px]" />
        <div className="grid grow gap-1.5">
          <Skeleton className="h-3.5 w-36" />
          <Skeleton className="h-2.5 w-28" />
        </div>
        <Skeleton className="h-8 w-24 wide:w-40" />
      </div>
    ))}
  </Card>
);

const ScheduleOutline = () => (
  <>
    <div className="mb-4 flex min-h-12 flex-wrap items-center gap-x-6 gap-y-3 max-desk:mb-3">
      <Skeleton className="h-11 w-60 max-desk:w-full" />
      <div className="flex min-h-10 items-center gap-8 max-desk:min-h-[61px] max-desk:w-full max-desk:justify-around max-desk:border-y max-desk:border-line">
        <Figures />
      </div>
      <Skeleton className="ml-auto h-12 w-100 max-w-full max-desk:w-full" />
    </div>
    <div className="flex flex-col gap-2 wide:-ml-2 wide:grid wide:grid-cols-[44px_repeat(7,minmax(0,1fr))] wide:gap-x-1.5">
      <span className="max-wide:hidden" />
      {lines(7).map((day) => (
        <div key={day} className="h-[550px] rounded-day border border-line bg-card p-4 max-wide:h-[52px]">
          <Skeleton className="h-4 w-20" />
        </div>
      ))}
    </div>
  </>
);

const PlannerOutline = () => (
  <>
    <PageHead title="Schedule Planner" />
    <div className="grid items-start gap-4 wide:grid-cols-[minmax(0,1.55fr)_minmax(0,1fr)]">
      <Titled
        title="Generate Optimized Schedule"
        about="Finds a weekly time for every student you choose, with preferred times first and as little driving as possible. You review the result before anything changes."
        className="mt-5 h-24 max-desk:h-60"
      />
      <Titled
        title="Manual Entry"
        about="Lessons, appointments, conflicts. Rondo checks the time and the drive as you type."
        className="mt-4 h-9 w-44 max-desk:h-11 max-desk:w-full"
      />
    </div>
  </>
);

const StudentsOutline = () => (
  <>
    <PageHead
      title="Students and Invoicing"
      figures={<Figures />}
      actions={<Buttons widths={['w-28', 'w-24', 'w-32']} />}
    />
    <div className="mb-4 h-[41px] border-b border-line max-desk:mb-3" />
    <PeopleOutline count={10} />
  </>
);

const TeachersOutline = () => (
  <>
    <PageHead title="Teachers" figures={<Figures />} actions={<Buttons widths={['w-24', 'w-11', 'w-44', 'w-32']} />} />
    <PeopleOutline count={2} />
  </>
);

const RoutesOutline = () => (
  <>
    <PageHead title="Routes" figures={<Figures />} actions={<Skeleton className="h-9 w-40 max-desk:h-11" />} />
    <Skeleton className="mb-4 h-11 max-w-120" />
    <div className="grid gap-4 wide:grid-cols-[minmax(0,1fr)_minmax(0,1.35fr)]">
      <Skeleton className="h-[420px] rounded-card" />
      <Skeleton className="h-[420px] rounded-card" />
    </div>
  </>
);

const SettingsOutline = () => (
  <>
    <PageHead title="Settings" />
    <Card className="px-6 max-desk:px-4">
      <Section {...sectionWords.calendar}>
        <CalendarOutline />
      </Section>
      <Section {...sectionWords.planning}>
        <PlanningOutline />
      </Section>
      <Section {...sectionWords.profile}>
        <ProfileOutline />
      </Section>
    </Card>
  </>
);

const MonitorOutline = () => (
  <>
    <PageHead title="API Monitor" actions={<Buttons widths={['w-28', 'w-44', 'w-40']} />} />
    <Skeleton className="mb-4 h-24" />
    <div className="grid grid-cols-3 gap-4 max-wide:grid-cols-1">
      {lines(3).map((card) => (
        <Skeleton key={card} className="h-76" />
      ))}
    </div>
  </>
);

/** By the first part of a page's path. */
export const outlines: Readonly<Record<string, { readonly title: string; readonly body: ReactNode }>> = {
  schedule: { title: 'Schedule', body: <ScheduleOutline /> },
  planner: { title: 'Planner', body: <PlannerOutline /> },
  students: { title: 'Students', body: <StudentsOutline /> },
  teachers: { title: 'Teachers', body: <TeachersOutline /> },
  routes: { title: 'Routes', body: <RoutesOutline /> },
  settings: { title: 'Settings', body: <SettingsOutline /> },
  'api-monitor': { title: 'API Monitor', body: <MonitorOutline /> },
};
