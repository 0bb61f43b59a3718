import { useQuery } from '@tanstack/react-query';
import { RotateCcw } from 'lucide-react';
import { Link } from 'react-router-dom';
import { undoBatch } from '../../../api/commands/undo.ts';
import { usePlace } from '../../../calendar/moments/moment-text.ts';
import { Button, buttonClasses } from '../../../ui/button.tsx';
import { Card, EmptyText, LoadingBlocks } from '../../../ui/lists/panels.tsx';
import { QueryState } from '../../../ui/lists/query-state.tsx';
import { deedsQuery, momentText } from './Deeds.tsx';

const deleted = /^Deleted (.+)$/;

/** The page of a student who was deleted, or whom this studio never had. */
export const Removed = ({ studentId }: { readonly studentId: string }) => {
  const deeds = useQuery(deedsQuery(studentId));
  const place = usePlace();
  const all = (
    <Link to="/students" className={buttonClasses()}>
      All students
    </Link>
  );
  return (
    <QueryState
      query={deeds}
      failed="The history did not load."
      waiting={<LoadingBlocks label="Loading the student" className="grid gap-4" blocks={['h-12 w-64', 'h-80']} />}
    >
      {({ entries }) => {
        const found = entries
          .flatMap((entry) => entry.parts.map((part) => ({ entry, part })))
          .find(
            ({ entry, part }) => part.studentId === studentId && entry.undone === null && deleted.test(part.sentence),
          );
        const name = deleted.exec(found?.part.sentence ?? '')?.[1];
        const entry = found?.entry ?? entries[0];
        return (
          <Card>
            <title>{`${name ?? 'Student'} - Rondo`}</title>
            {entry ? (
              <EmptyText
                level={1}
                title={`${name ?? 'This student'} was deleted`}
                actions={
                  <>
                    {entry.undoable === true && (
                      <Button kind="primary" icon={RotateCcw} onClick={() => undoBatch(entry.batchId, 'undo')}>
                        Undo
                      </Button>
                    )}
                    <Link to={`/history?${new URLSearchParams({ student: studentId })}`} className={buttonClasses()}>
                      History
                    </Link>
                    {all}
                  </>
                }
              >
                {momentText(entry.at, place)}. Past lessons and invoices keep the name.
                {entry.undoable === true ? ' Undo brings the student back with all lessons.' : ` ${entry.undoable}`}
              </EmptyText>
            ) : (
              <EmptyText level={1} title="There is no such student" actions={all}>
                The address of this page names a student whom your studio does not have.
              </EmptyText>
            )}
          </Card>
        );
      }}
    </QueryState>
  );
};
