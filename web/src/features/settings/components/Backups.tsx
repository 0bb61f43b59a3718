import type { Backup } from '@rondo/contracts/api/history/backups.ts';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { confirm } from '../../../ui/overlays/confirm.ts';
import { Skeleton, WhileLoading } from '../../../ui/lists/panels.tsx';
import { QueryState } from '../../../ui/lists/query-state.tsx';
import { deleteBackup } from '../commands.ts';
import { backupsQuery } from '../queries.ts';
import { BackupLine } from './BackupLine.tsx';
import { NewBackup } from './NewBackup.tsx';
import { Section } from '../../../ui/lists/section.tsx';

const RestoreMomentDialog = lazy(() => import('../../../calendar/moments/RestoreMomentDialog.tsx'));

/** The list shows this many backups until it is opened. */
const shownAtFirst = 5;

const Waiting = () => (
  <WhileLoading label="Loading the backups">
    <div className="grid gap-3">
      <Skeleton className="h-11" />
      <Skeleton className="h-11" />
      <Skeleton className="h-11" />
    </div>
  </WhileLoading>
);

const confirmDeletion = (backup: Backup): void =>
  confirm({
    title: 'Delete this backup?',
    text: <p>“{backup.name}” will no longer be listed. The schedule itself does not change.</p>,
    action: 'Delete',
    danger: true,
    run: () => deleteBackup(backup),
  });

const BackupList = ({ backups }: { readonly backups: readonly Backup[] }) => {
  const [open, setOpen] = useState(false);
  const [restored, setRestored] = useState<Backup | null>(null);
  if (backups.length === 0)
    return (
      <p className="border-t border-line pt-4 text-ink-2">
        No backups yet. Create one before a change that you may want to take back.
      </p>
    );
  const visible = open ? backups : backups.slice(0, shownAtFirst);
  return (
    <>
      <ul aria-label="Backups" className="border-t border-line">
        {visible.map((backup) => (
          <BackupLine
            key={backup.id}
            backup={backup}
            onRestore={() => setRestored(backup)}
            onDelete={() => confirmDeletion(backup)}
          />
        ))}
      </ul>
      {visible.length < backups.length && (
        <Button kind="quiet" className="mt-1 -ml-2.5" onClick={() => setOpen(true)}>
          Show all {backups.length}
        </Button>
      )}
      {restored && (
        <Suspense>
          <RestoreMomentDialog
            moment={{ asOf: restored.asOf, backupId: restored.id }}
            name={restored.name}
            onClose={() => setRestored(null)}
          />
        </Suspense>
      )}
    </>
  );
};

/** The moments that the schedule can be restored to. */
export const Backups = () => {
  const backups = useQuery(backupsQuery);
  return (
    <Section
      title="Schedule backups"
      about="A backup is a moment to go back to. Rondo adds one automatically before large changes and lists the newest 20 of them."
    >
      <NewBackup />
      <QueryState query={backups} failed="The backups did not load." waiting={<Waiting />}>
        {(loaded) => <BackupList backups={loaded} />}
      </QueryState>
    </Section>
  );
};
