import type { Session } from '@rondo/contracts/api/account/own-account.ts';
import { useQuery } from '@tanstack/react-query';
import { LogOut, Monitor, Smartphone, Tablet } from 'lucide-react';
import { useId, useRef } from 'react';
import { momentText, usePlace } from '../../../calendar/moments/moment-text.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Skeleton, WhileLoading } from '../../../ui/lists/panels.tsx';
import { QueryState } from '../../../ui/lists/query-state.tsx';
import { Section } from '../../../ui/lists/section.tsx';
import { useEndOtherSessions, useEndSession } from '../commands.ts';
import { sessionsQuery } from '../queries.ts';

const icons = { computer: Monitor, phone: Smartphone, tablet: Tablet } as const;

/** When it was used last, when it began, and whether that is this network. */
const useFacts = ({ lastSeenAt, signedInAt, isCurrent, isHere }: Session): string => {
  const place = usePlace();
  const facts = [
    lastSeenAt !== null && !isCurrent && `last used ${momentText(lastSeenAt, place)}`,
    signedInAt !== null && `signed in ${momentText(signedInAt, place)}`,
    !isCurrent && lastSeenAt !== null && (isHere ? 'from your network' : 'from another network'),
  ].filter((fact) => fact !== false);
  const text = facts.join(', ');
  return text.charAt(0).toUpperCase() + text.slice(1);
};

const SessionLine = (props: { readonly session: Session; readonly ending: boolean; readonly onEnd: () => void }) => {
  const { session, ending, onEnd } = props;
  const about = useId();
  const facts = useFacts(session);
  const Icon = icons[session.kind];
  return (
    <li className="grid min-h-14 grid-cols-[16px_minmax(0,1fr)_auto] items-center gap-x-4 border-b border-line-soft py-2 last:border-b-0">
      <Icon aria-hidden className="size-4 text-ink-3" strokeWidth={1.75} />
      <div id={about} className="min-w-0">
        <h3 className="font-strong">{session.device ?? 'Unknown browser'}</h3>
        <p className="text-small font-small text-ink-3 tabular-nums">{facts}</p>
      </div>
      {session.isCurrent ? (
        <Badge tone="tint">This browser</Badge>
      ) : (
        <Button size="small" aria-describedby={about} loading={ending} onClick={onEnd}>
          Sign out
        </Button>
      )}
    </li>
  );
};

const SessionList = ({ sessions }: { readonly sessions: readonly Session[] }) => {
  const end = useEndSession();
  const endOthers = useEndOtherSessions();
  const list = useRef<HTMLUListElement>(null);
  // The button that was pressed is gone with its session.
  const focusList = (): void => list.current?.focus({ preventScroll: true });
  return (
    <>
      <ul ref={list} tabIndex={-1} aria-label="Sessions" className="-mt-2 focus:outline-none">
        {sessions.map((session) => (
          <SessionLine
            key={session.id}
            session={session}
            ending={end.isPending && end.input?.params.id === session.id}
            onEnd={() => void end.send({ params: { id: session.id } }).then(focusList)}
          />
        ))}
      </ul>
      {sessions.every(({ isCurrent }) => isCurrent) ? (
        <p className="mt-1 text-ink-2">You are signed in nowhere else.</p>
      ) : (
        <Button
          icon={LogOut}
          className="mt-3 max-desk:w-full"
          loading={endOthers.isPending}
          onClick={() => void endOthers.send().then(focusList)}
        >
          Sign out everywhere else
        </Button>
      )}
    </>
  );
};

/** Where the user is signed in. */
export const Sessions = () => {
  const sessions = useQuery(sessionsQuery);
  return (
    <Section
      title="Where you are signed in"
      about="If you do not recognize one of these, sign out there and change your password."
    >
      <QueryState
        query={sessions}
        failed="The sessions did not load."
        waiting={
          <WhileLoading label="Loading the sessions">
            <Skeleton className="h-14" />
          </WhileLoading>
        }
      >
        {(loaded) => <SessionList sessions={loaded} />}
      </QueryState>
    </Section>
  );
};
