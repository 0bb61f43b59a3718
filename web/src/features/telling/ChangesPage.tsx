import { useQuery } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { queryClient } from '../../api/queries.ts';
import { currentUserQuery } from '../../api/session/session.ts';
import { usePlace } from '../../calendar/moments/moment-text.ts';
import { useStudents } from '../../calendar/queries.ts';
import { mailSetupQuery, useMailChanges } from '../../calendar/sharing/commands.ts';
import { Button, buttonClasses } from '../../ui/button.tsx';
import { Figure } from '../../ui/figures/figure.tsx';
import { Card, EmptyPanel, LoadingBlocks } from '../../ui/lists/panels.tsx';
import { QueryState } from '../../ui/lists/query-state.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { untoldQuery, useTell } from './commands.ts';
import { FamilyRow } from './FamilyRow.tsx';
import { familiesOf, untilOf, type Family } from './families.ts';

export const prefetch = (): Promise<void> => queryClient.prefetchQuery(untoldQuery);

/** What the page says where the family for which it was opened has nothing to be told. */
const NothingFor = ({ studentId }: { readonly studentId: string }) => {
  const student = useStudents().find(({ id }) => id === studentId);
  return student ? (
    <output className="mb-3 block text-ink-2">
      {student.firstName} {student.lastName}’s family knows of every change.
    </output>
  ) : null;
};

const EveryoneKnows = () => (
  <EmptyPanel
    title="Every family knows its lessons"
    actions={
      <Link to="/schedule" className={buttonClasses('primary')}>
        Open the schedule
      </Link>
    }
  >
    When a lesson is added, moved or cancelled, its family is listed here with a text to send.
  </EmptyPanel>
);

/** Every family that does not know of changes yet, with a text to send. */
export default function ChangesPage() {
  const place = usePlace();
  const [mailed, setMailed] = useState<ReadonlySet<string>>(new Set());
  // A mailed family leaves the list once the mail server has its mail, without a call of this browser.
  const untold = useQuery({ ...untoldQuery, refetchInterval: mailed.size > 0 ? 3000 : false });
  const mail = useMailChanges((ids) => setMailed((before) => new Set([...before, ...ids])));
  const sendsMail = useQuery(mailSetupQuery).data?.sends === true;
  const isGuest = useQuery(currentUserQuery).data?.isGuest !== false;
  const { send, isPending } = useTell();
  const studentId = useSearchParams()[0].get('student');
  const families = familiesOf(untold.data ?? []);
  const changes = families.flatMap(({ students }) => students.flatMap((student) => student.changes)).length;
  const isWanted = ({ students }: Family): boolean => students.some((student) => student.studentId === studentId);
  return (
    <>
      <title>What changed - Rondo</title>
      <PageHead
        title="What changed since I told them"
        subtitle={<p className="text-ink-2">The soonest change first. Changes that cancel out are left out.</p>}
        figures={
          families.length > 0 && (
            <>
              <Figure
                parts={[{ number: families.length.toLocaleString('en-US') }]}
                word={families.length === 1 ? 'family does not know yet' : 'families do not know yet'}
              />
              <Figure
                parts={[{ number: changes.toLocaleString('en-US') }]}
                word={changes === 1 ? 'change' : 'changes'}
              />
            </>
          )
        }
        actions={
          families.length > 1 && (
            <Button icon={Check} disabled={isPending} onClick={() => void send(families)}>
              Mark all as told
            </Button>
          )
        }
      />
      <QueryState
        query={untold}
        failed="The changes did not load."
        waiting={
          <LoadingBlocks label="Loading the changes" className="grid gap-px" blocks={['h-28', 'h-28', 'h-28']} />
        }
      >
        {() => (
          <>
            {studentId !== null && !families.some(isWanted) && <NothingFor studentId={studentId} />}
            {families.length === 0 ? (
              <EveryoneKnows />
            ) : (
              <Card className="overflow-hidden">
                <ol>
                  {families.map((family) => (
                    <FamilyRow
                      // A text that was edited for other changes is not sent for these.
                      key={`${family.id} ${family.message}`}
                      family={family}
                      place={place}
                      isWanted={isWanted(family)}
                      busy={isPending || mail.isPending}
                      onTold={() => void send([family])}
                      isMailed={mailed.has(family.id)}
                      onMail={
                        sendsMail && !isGuest
                          ? () => void mail.send({ familyIds: [family.id], until: untilOf(family.students) })
                          : null
                      }
                    />
                  ))}
                </ol>
              </Card>
            )}
          </>
        )}
      </QueryState>
    </>
  );
}
