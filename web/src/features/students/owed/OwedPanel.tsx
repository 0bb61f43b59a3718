import type { OwedLesson } from '@rondo/contracts/api/studio/owed.ts';
import type { Teacher } from '@rondo/contracts/api/people/teachers.ts';
import { useId, useState } from 'react';
import { useCurrency } from '../../../api/settings.ts';
import { counted } from '../../../lib/texts.ts';
import { lazyPanel } from '../../../lib/page/lazy.tsx';
import { cn } from '../../../ui/cn.ts';
import { Card, EmptyPanel, LoadingBlocks } from '../../../ui/lists/panels.tsx';
import { QueryState } from '../../../ui/lists/query-state.tsx';
import type { OwedChange } from './OwedDialog.tsx';
import { owedGroups, type OwedGroup } from './owed.ts';
import { owedColumns, OwedLine } from './OwedLine.tsx';
import type { useOwed } from './queries.ts';

const OwedDialog = lazyPanel(async () => (await import('./OwedDialog.tsx')).OwedDialog);

const Group = (props: {
  readonly group: OwedGroup;
  readonly teachers: readonly Teacher[];
  readonly currency: string;
  readonly onChange: (lesson: OwedLesson, change: OwedChange) => void;
}) => {
  const { group, teachers, currency, onChange } = props;
  const id = useId();
  return (
    <section aria-labelledby={id} className="border-b border-line last:border-b-0">
      <h2 id={id} className="border-b border-line bg-sunken px-4 py-2 font-strong max-desk:px-3.5">
        {group.title} <span className="ml-1 font-normal text-ink-2">{counted(group.lessons.length, 'lesson')}</span>
      </h2>
      <ul aria-labelledby={id}>
        {group.lessons.map((lesson) => (
          <OwedLine
            key={`${lesson.lessonId} ${lesson.date}`}
            lesson={lesson}
            teacher={teachers.find(({ id: teacherId }) => teacherId === lesson.teacherId)?.name}
            currency={currency}
            onChange={onChange}
          />
        ))}
      </ul>
    </section>
  );
};

/** The lessons that are owed, soonest end first. */
export const OwedPanel = (props: {
  readonly owed: ReturnType<typeof useOwed>;
  readonly teachers: readonly Teacher[];
  readonly teacherId: string | null;
}) => {
  const { owed, teachers, teacherId } = props;
  const currency = useCurrency();
  const [asking, setAsking] = useState<{ readonly lesson: OwedLesson; readonly change: OwedChange } | null>(null);
  return (
    <QueryState
      query={owed.query}
      failed="The owed lessons did not load."
      waiting={<LoadingBlocks label="Loading owed lessons" blocks={['h-64']} />}
    >
      {(all) => {
        const lessons = all.filter((lesson) => teacherId === null || lesson.teacherId === teacherId);
        return (
          <>
            {lessons.length === 0 ? (
              <EmptyPanel title="No lessons are owed">
                When a family cancels in time, or you cancel, your policy can leave a lesson owed. It is listed here
                until it is made up for.
              </EmptyPanel>
            ) : (
              <>
                <Card className="overflow-clip">
                  <div
                    aria-hidden
                    className={cn(
                      owedColumns,
                      'h-9 border-b border-line text-small font-medium text-ink-3 max-desk:hidden',
                    )}
                  >
                    <span>Student</span>
                    <span>Missed</span>
                    <span className="max-wide:hidden">Why it is owed</span>
                    <span>Until</span>
                    <span className="text-right">Billed</span>
                  </div>
                  {owedGroups(lessons).map((group) => (
                    <Group
                      key={group.title}
                      group={group}
                      teachers={teachers}
                      currency={currency}
                      onChange={(lesson, change) => setAsking({ lesson, change })}
                    />
                  ))}
                </Card>
                <p className="mt-2 px-4 text-small text-ink-2">
                  If it lapses: cancelled by the family, it stays billed; missed because of you, the next invoice
                  refunds it.
                </p>
              </>
            )}
            {asking && <OwedDialog {...asking} onClose={() => setAsking(null)} />}
          </>
        );
      }}
    </QueryState>
  );
};
