import { useQuery } from '@tanstack/react-query';
import { CircleAlert } from 'lucide-react';
import { usePlace } from '../../../calendar/moments/moment-text.ts';
import { LoadError } from '../../../ui/lists/query-state.tsx';
import { Switch } from '../../../ui/fields/switch.tsx';
import { useSetAutoSync } from './commands.ts';
import { syncStatesQuery } from './queries.ts';
import { syncStateText } from './sync-text.ts';

/** Whether Rondo reads a teacher's feed by itself, and how the last read ended. */
export const AutoSync = (props: {
  readonly teacherId: string;
  /** Names whose feed it is, where several are shown. */
  readonly teacherName?: string;
  /** An error that is shown beside it already. */
  readonly shownError?: string;
}) => {
  const { teacherId, teacherName, shownError } = props;
  const states = useQuery(syncStatesQuery);
  const set = useSetAutoSync();
  const place = usePlace();
  if (states.error) return <LoadError query={states} failed="Auto-sync did not load." />;
  const state = states.data?.find((other) => other.teacherId === teacherId);
  if (!state) return null;
  const { text, failed } = syncStateText(state, place);
  return (
    <Switch
      label="Auto-sync"
      {...(teacherName === undefined ? {} : { of: teacherName })}
      checked={(set.isPending ? set.input?.body.syncEnabled : undefined) ?? state.syncEnabled}
      onChange={(syncEnabled) => void set.send({ params: { id: teacherId }, body: { syncEnabled } })}
    >
      {failed !== null && failed !== shownError && (
        <span className="flex gap-1 text-bad">
          <CircleAlert aria-hidden className="mt-px size-3.5 shrink-0" strokeWidth={2} />
          <span className="min-w-0 break-words">{failed}</span>
        </span>
      )}
      <span className="block">{text}</span>
    </Switch>
  );
};
