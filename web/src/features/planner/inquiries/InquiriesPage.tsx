import { shortDate } from '@rondo/contracts/calendar/words.ts';
import { useQuery } from '@tanstack/react-query';
import { Check, ChevronLeft, Hourglass, Settings } from 'lucide-react';
import { Link } from 'react-router-dom';
import { queryClient } from '../../../api/queries.ts';
import { settingsQuery } from '../../../api/settings.ts';
import { usePlace, type StudioTime } from '../../../calendar/moments/moment-text.ts';
import { studentsQuery, teachersQuery, useStudents } from '../../../calendar/queries.ts';
import { useSearchParam } from '../../../lib/page/search-param.ts';
import { Badge } from '../../../ui/badge.tsx';
import { buttonClasses } from '../../../ui/button.tsx';
import { cn } from '../../../ui/cn.ts';
import { Figure } from '../../../ui/figures/figure.tsx';
import { Card, EmptyPanel, LoadingBlocks } from '../../../ui/lists/panels.tsx';
import { QueryState } from '../../../ui/lists/query-state.tsx';
import { PageHead } from '../../../ui/page-head.tsx';
import { inquiriesQuery, type Inquiry } from './commands.ts';
import { InquiryDetail } from './InquiryDetail.tsx';
import { daysLeft, whenAsked } from './words.ts';

export const prefetch = (): Promise<unknown> =>
  Promise.all([
    queryClient.prefetchQuery(inquiriesQuery),
    queryClient.prefetchQuery(settingsQuery),
    queryClient.prefetchQuery(teachersQuery),
    queryClient.prefetchQuery(studentsQuery),
  ]);

const Status = ({ status, heldUntil, studentId, firstName }: Inquiry) => {
  const student = useStudents().find(({ id }) => id === studentId);
  switch (status) {
    case 'new':
      return <Badge tone="filled">New</Badge>;
    case 'held':
      return (
        <Badge tone="pending" icon={Hourglass}>
          Held until {heldUntil !== null && shortDate(heldUntil)}
        </Badge>
      );
    case 'added':
      return (
        <Badge tone="ok" icon={Check}>
          Added: {student?.name ?? firstName}
        </Badge>
      );
    case 'closed':
      return <Badge>Closed</Badge>;
  }
};

const Row = (props: {
  readonly inquiry: Inquiry;
  readonly place: StudioTime;
  readonly isOpen: boolean;
  readonly onOpen: () => void;
}) => {
  const { inquiry, place, isOpen, onOpen } = props;
  const { firstName, zipCode, lessonDuration, at } = inquiry;
  return (
    <li className="border-b border-line last:border-b-0">
      <button
        type="button"
        aria-current={isOpen}
        onClick={onOpen}
        className={cn(
          'flex min-h-17 w-full items-center justify-between gap-3 px-5 py-3 text-left focus-visible:-outline-offset-2 max-desk:px-4',
          isOpen ? 'bg-accent-tint' : 'hover:bg-paper',
        )}
      >
        <span className="min-w-0">
          <span className="block truncate font-strong">{firstName}</span>
          <span className="block text-small text-ink-2">
            {zipCode}, {lessonDuration} min{inquiry.status !== 'added' && `, ${daysLeft(inquiry, place.today)}`}
          </span>
        </span>
        <span className="grid shrink-0 justify-items-end gap-1">
          <Status {...inquiry} />
          <span className="text-small text-ink-2">{whenAsked(at, place)}</span>
        </span>
      </button>
    </li>
  );
};

const None = ({ isOn }: { readonly isOn: boolean }) => (
  <EmptyPanel
    title="No questions yet"
    actions={
      <Link to="/settings" className={buttonClasses('primary')}>
        {isOn ? 'Question form' : 'Set up the question form'}
      </Link>
    }
  >
    {isOn
      ? 'Give families the address of your question form. What they ask is listed here for 90 days.'
      : 'Families can ask on a page of yours when lessons would be possible. They see hours, never your schedule.'}
  </EmptyPanel>
);

const List = ({ inquiries, isOn }: { readonly inquiries: readonly Inquiry[]; readonly isOn: boolean }) => {
  const [opened, setOpened] = useSearchParam('question');
  const place = usePlace();
  const chosen = inquiries.find(({ id }) => id === opened);
  // Beside the list there is always one; a phone shows the list until one is chosen.
  const inquiry = chosen ?? inquiries[0];
  if (!inquiry) return <None isOn={isOn} />;
  return (
    <div className="grid items-start gap-4 wide:grid-cols-[400px_minmax(0,1fr)]">
      <Card className={cn('overflow-hidden', chosen && 'max-wide:hidden')}>
        <ul aria-label="Questions">
          {inquiries.map((one) => (
            <Row
              key={one.id}
              inquiry={one}
              place={place}
              isOpen={one.id === inquiry.id}
              onOpen={() => setOpened(one.id)}
            />
          ))}
        </ul>
        <p className="border-t border-line px-5 py-4 text-small text-pretty text-ink-2 max-desk:px-4">
          A question is forgotten 90 days after it came, unless you add the student.
        </p>
      </Card>
      <div className={cn(!chosen && 'max-wide:hidden')}>
        <button
          type="button"
          className="mb-2 flex min-h-11 items-center gap-1 text-accent wide:hidden"
          onClick={() => setOpened(null)}
        >
          <ChevronLeft aria-hidden className="size-4" strokeWidth={1.75} />
          Questions
        </button>
        <Card>
          <InquiryDetail key={inquiry.id} inquiry={inquiry} onGone={() => setOpened(null)} />
        </Card>
      </div>
    </div>
  );
};

/** What families ask with the question form, and the exact times that would suit one of them. */
export default function InquiriesPage() {
  const inquiries = useQuery(inquiriesQuery);
  const settings = useQuery(settingsQuery);
  const fresh = inquiries.data?.filter(({ status }) => status === 'new').length ?? 0;
  const holds = inquiries.data?.filter(({ status }) => status === 'held').length ?? 0;
  const slug = settings.data?.askForm?.slug;
  return (
    <>
      <title>Questions from families - Rondo</title>
      <PageHead
        title="Questions from families"
        subtitle={
          slug !== undefined && (
            <p className="text-ink-2">
              Asked on{' '}
              <a className="text-accent underline" href={`/ask/${slug}`} target="_blank" rel="noreferrer">
                {window.location.host}/ask/{slug}
              </a>
            </p>
          )
        }
        figures={
          <>
            {fresh > 0 && <Figure parts={[{ number: String(fresh) }]} word="new" />}
            {holds > 0 && (
              <Figure parts={[{ number: String(holds) }]} word={holds === 1 ? 'time held' : 'times held'} />
            )}
          </>
        }
        actions={
          <Link to="/settings" className={buttonClasses()}>
            <Settings aria-hidden className="size-4" strokeWidth={1.75} />
            Question form
          </Link>
        }
      />
      <QueryState
        query={inquiries}
        failed="The questions did not load."
        waiting={<LoadingBlocks label="Loading the questions" className="grid gap-px" blocks={['h-17', 'h-17']} />}
      >
        {(loaded) => <List inquiries={loaded} isOn={slug !== undefined} />}
      </QueryState>
    </>
  );
}
