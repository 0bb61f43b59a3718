import { useQuery } from '@tanstack/react-query';
import { Bell } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { menuButtonClasses } from '../../../ui/overlays/menu-face.tsx';
import { useStandIn } from '../../../ui/on-demand.ts';
import { cn } from '../../../ui/cn.ts';
import { untoldCountQuery } from '../../../calendar/telling.ts';
import { counted } from '../../../lib/texts.ts';
import { notificationsQuery } from './queries.ts';

const fetchCode = () => import('./Notifications.tsx');
const Notifications = lazy(fetchCode);

/** The bell in the header with the number of unread notifications, and one more while families wait to be told of changes. Its list loads when the user is about to open it. */
export const NotificationBell = () => {
  const { data: notifications = [] } = useQuery(notificationsQuery);
  const unread = notifications.filter(({ isRead }) => !isRead).length;
  const { isWanted, buttonProps } = useStandIn(fetchCode);
  const { data: { families } = { families: 0 } } = useQuery(untoldCountQuery);
  const count = unread + Math.min(families, 1);
  const badge = count > 99 ? '99+' : String(count);
  const parts = [
    ...(unread > 0 ? [`${families > 0 ? unread : badge} unread`] : []),
    ...(families > 0 ? [`${counted(families, 'family')} to tell`] : []),
  ];
  // Who speaks to the computer says what is seen: the number on the bell is always in its name.
  const label = ['Notifications', ...(families > 0 ? [`${badge} new: ${parts.join(', ')}`] : parts)].join(', ');
  const face = (
    <>
      <Bell aria-hidden className="size-5" strokeWidth={1.75} />
      {count > 0 && (
        <span
          aria-hidden
          className="absolute top-0 right-0 grid h-[18px] min-w-[18px] place-items-center rounded-full bg-accent-fill px-1 text-small font-strong text-on-accent tabular-nums ring-2 ring-card max-desk:top-1 max-desk:right-0.5"
        >
          {badge}
        </span>
      )}
    </>
  );
  const standIn = (
    <button
      type="button"
      aria-expanded={false}
      aria-label={label}
      title={label}
      className={cn('relative', menuButtonClasses)}
      {...buttonProps}
    >
      {face}
    </button>
  );
  return isWanted ? (
    <Suspense fallback={standIn}>
      <Notifications label={label} button={face} unread={unread} untold={families} />
    </Suspense>
  ) : (
    standIn
  );
};
