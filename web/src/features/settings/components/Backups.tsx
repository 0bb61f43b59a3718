import type { Backup } from '@rondo/contracts/api/backups.ts';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { ConfirmOnDemand } from '../../../ui/overlays/confirm-on-demand.tsx';
import { Skeleton, WhileLoading } from '../../../ui/lists/panels.tsx';
import { QueryState } from '../../../ui/lists/query-state.tsx';
import { useDeleteBackup } from '../mutations.ts';
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

const DeleteQuestion = ({ backup, onClose }: { readonly backup: Backup; readonly onClose: () => void }) => {
  const remove = useDeleteBackup();
  return (
    <ConfirmOnDemand
      open
      title="Delete this backup?"
      confirm="Delete"
      danger
      loading={remove.isPending}
      onClose={onClose}
      onConfirm={() => remove.mutate(backup.id, { onSettled: onClose })}
    >
      <p>“{backup.name}” will no longer be listed. The schedule itself does not change.</p>
    </ConfirmOnDemand>
  );
};

type Asking = { readonly what: 'restore' | 'delete'; readonly backup: Backup };

const BackupList = ({ backups }: { readonly backups: readonly Backup[] }) => {
  const [open, setOpen] = useState(false);
  const [asking, setAsking] = useState<Asking | null>(null);
  const close = (): void => setAsking(null);
  if (backups.length === 0)
    return (
      <p className="border-t border-line pt-4 text-ink-2">
        No backups yet. Create one before a change that you may want to take back.
      </p>
    );
  const shown = open ? backups : backups.slice(0, shownAtFirst);
  return (
    <>
      <ul aria-label="Backups" className="border-t border-line">
        {shown.map((backup) => (
          <BackupLine
            key={backup.id}
            backup={backup}
            onRestore={() => setAsking({ what: 'restore', backup })}
            onDelete={() => setAsking({ what: 'delete', backup })}
          />
        ))}
      </ul>
      {shown.length < backups.length && (
        <Button kind="quiet" className="mt-1 -ml-2.5" onClick={() => setOpen(true)}>
          Show all {backups.length}
        </Button>
      )}
      {asking?.what === 'delete' && <DeleteQuestion backup={asking.backup} onClose={close} />}
      {asking?.what === 'restore' && (
        <Suspense>
          <RestoreMomentDialog
            moment={{ asOf: asking.backup.asOf, backupId: asking.backup.id }}
            name={asking.backup.name}
            onClose={close}
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
