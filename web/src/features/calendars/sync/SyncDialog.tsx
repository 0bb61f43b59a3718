import type { Teacher } from '@rondo/contracts/api/people/teachers.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState, type ComponentProps } from 'react';
import { CallFailed, reasonOr } from '../../../api/call-failed.ts';
import { usePlace } from '../../../calendar/moments/moment-text.ts';
import { lessonsQuery, studentsQuery } from '../../../calendar/queries.ts';
import { byName } from '../../../lib/people.ts';
import { counted } from '../../../lib/texts.ts';
import { useToday } from '../../../api/today.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { usePhone } from '../../../ui/media.ts';
import { LoadingBlocks } from '../../../ui/lists/panels.tsx';
import { LoadError } from '../../../ui/lists/query-state.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import {
  byFeed,
  countsOf,
  differsText,
  namesToLink,
  type FeedDifferences,
  type Kind,
  type Known,
} from './differences.ts';
import { FeedBlock } from './FeedBlock.tsx';
import { analysisQuery } from './queries.ts';
import { readAtText } from './sync-text.ts';
import { useReplaceAppointments, useSyncStatuses } from './commands.ts';
import { ReplaceQuestion } from './ReplaceQuestion.tsx';
import { SyncActions } from './SyncActions.tsx';
import { Tally } from './lists.tsx';

const allCalendars = 'all';
const title = 'Calendar Synchronization';

/** On phones the whole dialog scrolls, counts included. */
const listClasses =
  'min-h-0 grow overflow-auto focus-visible:-outline-offset-2 max-desk:flex-none max-desk:overflow-visible';

const byId = <Row,>(rows: readonly Row[], idOf: (row: Row) => string): Map<string, Row> =>
  new Map(rows.map((row) => [idOf(row), row]));

/** What the lists name by id. It may still be loading: then the titles in the calendar are shown. */
const useKnown = (): Known => {
  const { data: lessons } = useQuery(lessonsQuery({ from: useToday() }));
  const { data: students } = useQuery(studentsQuery);
  return useMemo(
    () => ({
      lessons: byId(lessons ?? [], ({ lessonId }) => lessonId),
      students: byId(students ?? [], ({ id }) => id),
    }),
    [lessons, students],
  );
};

/** No teacher has an address: where to enter one. */
const NoAddress = (props: {
  readonly teachers: readonly Teacher[];
  readonly onEdit: (teacherId: string) => void;
  readonly onClose: () => void;
}) => (
  <Dialog open onClose={props.onClose} title={title}>
    <h3 className="text-lead font-strong">No Calendar URLs Found</h3>
    <p className="mt-1 text-ink-2">
      Rondo compares a teacher’s lessons with the calendar feed of your music studio service. Copy the feed’s address
      there, and enter it as the calendar URL of a teacher.
    </p>
    <div className="mt-4 flex flex-wrap gap-2 max-desk:*:w-full">
      {props.teachers.slice(0, 5).map(({ id, name }) => (
        <Button key={id} onClick={() => props.onEdit(id)}>
          Edit {name}
        </Button>
      ))}
    </div>
  </Dialog>
);

const CalendarSelect = (props: {
  readonly feeds: readonly FeedDifferences[];
  readonly value: string;
  readonly onChange: (value: string) => void;
}) => (
  <Select
    label="Calendar"
    look="tall"
    value={props.value}
    options={[
      { value: allCalendars, label: 'All calendars' },
      ...props.feeds.map((of) => ({
        value: of.feed.teacherId,
        label: of.feed.teacherName,
        detail: of.feed.ok ? differsText(of) : 'could not be read',
      })),
    ]}
    onChange={props.onChange}
    className="max-desk:flex"
  />
);

const FeedList = (
  props: { readonly feeds: readonly FeedDifferences[] } & Pick<
    ComponentProps<typeof FeedBlock>,
    'only' | 'known' | 'busy' | 'onRetry'
  >,
) => {
  const { feeds, known, ...rest } = props;
  const students = useMemo(() => [...known.students.values()].toSorted(byName), [known.students]);
  const list = useRef<HTMLElement>(null);
  useEffect(() => {
    // The row that had the focus is gone, because its name was linked.
    if (feeds.length > 0 && document.activeElement === document.body) list.current?.focus();
  }, [feeds]);
  return (
    // Focusable, so that it scrolls from the keyboard even without another control.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section ref={list} aria-label="What differs" tabIndex={0} className={listClasses}>
      {feeds.map((of) => (
        <FeedBlock key={of.feed.teacherId} of={of} known={known} students={students} {...rest} />
      ))}
    </section>
  );
};

const failureText = (error: Error): string => {
  const isAway = error instanceof CallFailed && error.status === 0;
  return reasonOr(error, isAway ? 'Failed to connect to calendar' : 'Failed to sync calendar');
};

type Chosen = { readonly value: string; readonly onChoose: (value: string) => void };

const Compared = (props: Chosen & { readonly teachers: readonly Teacher[]; readonly onClose: () => void }) => {
  const { value, onChoose, teachers, onClose } = props;
  const analysis = useQuery(analysisQuery);
  const feeds = useMemo(() => (analysis.data ? byFeed(analysis.data) : []), [analysis.data]);
  const names = useMemo(() => new Map(teachers.map(({ id, name }) => [id, name])), [teachers]);
  const [kind, setKind] = useState<Kind | null>(null);
  const [asking, setAsking] = useState(false);
  const statuses = useSyncStatuses(names);
  const replace = useReplaceAppointments(names);
  const known = useKnown();
  const phone = usePhone();
  const place = usePlace();
  const chosen = feeds.filter(({ feed }) => feed.teacherId === value);
  const visible = chosen.length > 0 ? chosen : feeds;
  const visibleRead = visible.filter(({ feed }) => feed.ok);
  const counts = countsOf(visibleRead);
  const only = kind !== null && counts[kind] > 0 ? kind : null;
  const select = feeds.length > 1 && (
    <CalendarSelect feeds={feeds} value={chosen.length > 0 ? value : allCalendars} onChange={onChoose} />
  );
  return (
    <Dialog
      open
      onClose={onClose}
      width="review"
      title={title}
      subtitle={subtitleOf()}
      head={phone ? undefined : select}
      bodyClassName="flex flex-col"
      footer={
        analysis.data && (
          <SyncActions
            feeds={feeds}
            busy={analysis.isFetching}
            syncing={statuses.isPending}
            onStatuses={() => void statuses.send().then((done) => done && onClose())}
            onReplace={() => setAsking(true)}
          />
        )
      }
    >
      {phone && select && <div className="border-b border-line px-4 py-3">{select}</div>}
      {analysis.error && (
        <div className="px-6 pt-4 max-desk:px-4">
          <LoadError query={analysis} failed={`Sync Failed. ${failureText(analysis.error)}`} />
        </div>
      )}
      {!analysis.data && !analysis.error && (
        <LoadingBlocks
          label="Reading the calendars"
          className="grid gap-4 p-6 max-desk:p-4"
          blocks={['h-16', 'h-64']}
        />
      )}
      {analysis.data && (
        <>
          {visibleRead.length > 0 && (
            <Tally counts={counts} asks={namesToLink(visibleRead) > 0} only={only} onShow={setKind} />
          )}
          {/* Focusable, so that it scrolls from the keyboard even without another control. */}
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
          <FeedList
            feeds={visible}
            only={only}
            known={known}
            busy={analysis.isFetching}
            onRetry={() => void analysis.refetch()}
          />
        </>
      )}
      {asking && (
        <ReplaceQuestion
          feeds={feeds}
          known={known}
          onClose={() => setAsking(false)}
          onConfirm={() => {
            void replace.send();
            onClose();
          }}
        />
      )}
    </Dialog>
  );

  function subtitleOf(): string {
    if (!analysis.data)
      return analysis.error ? 'Nothing is changed.' : 'Reading the calendars. Nothing is changed yet.';
    const unread = visible.length - visibleRead.length;
    const missing = unread === 0 ? '' : ` ${counted(unread, 'calendar')} could not be read.`;
    if (visibleRead.length === 0) return `${missing.trim()} Nothing is changed.`;
    const events = visibleRead.reduce((total, { feed }) => total + feed.events, 0);
    const at = readAtText(new Date(analysis.dataUpdatedAt).toISOString(), place);
    return `${counted(events, 'event')} read ${at}.${missing} Nothing is changed yet.`;
  }
};

/** Compares the teachers' feeds with the schedule, and takes over what the user decides. */
export default function SyncDialog(
  props: Chosen & {
    readonly teachers: readonly Teacher[];
    readonly onEdit: (teacherId: string) => void;
    readonly onClose: () => void;
  },
) {
  const { teachers, onEdit, ...rest } = props;
  return teachers.some(({ calendarUrl }) => calendarUrl !== null) ? (
    <Compared teachers={teachers} {...rest} />
  ) : (
    <NoAddress teachers={teachers} onEdit={onEdit} onClose={props.onClose} />
  );
}
