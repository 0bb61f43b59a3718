import { createContext, lazy, Suspense, useContext, useEffect, useMemo, useState, type ReactNode } from 'react';
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { buttonClasses } from '../../ui/button.tsx';
import { EmptyPanel } from '../../ui/lists/panels.tsx';
import { rememberMoment } from './left-moment.ts';
import { MomentBar, UnknownMomentBar } from './MomentBar.tsx';
import { isMoment, type MomentRef } from './moment-text.ts';

const RestoreMomentDialog = lazy(() => import('./RestoreMomentDialog.tsx'));

const Moment = createContext<MomentRef | null>(null);

/** The moment that a page of the past shows; null if its address names none that has passed: then it is empty. */
export const useMoment = (): MomentRef | null => useContext(Moment);

const NoMoment = () => (
  <EmptyPanel
    level={1}
    title="No moment is chosen"
    actions={
      <>
        <Link to="/history" className={buttonClasses('primary')}>
          Go to the history
        </Link>
        <Link to="/settings" className={buttonClasses()}>
          Go to the backups
        </Link>
      </>
    }
  >
    Choose “Look at this moment” beside a change in the history, or beside a backup, to see the schedule as it was then.
  </EmptyPanel>
);

/** The frame of every page of the past: `/moment?at=2026-11-12T20:05:00Z&backup=ID`, and the same of its students and teachers. */
export const MomentFrame = ({ children }: { readonly children: ReactNode }) => {
  const [search, setSearch] = useSearchParams();
  const { pathname, search: question } = useLocation();
  const navigate = useNavigate();
  const [restoring, setRestoring] = useState(false);
  const asOf = search.get('at');
  const isKnown = asOf !== null && isMoment(asOf);
  useEffect(() => {
    if (isKnown) rememberMoment(`${pathname}${question}`);
  }, [isKnown, pathname, question]);
  const go = (at: string): void =>
    setSearch(
      (before) => {
        const { backup: _, ...rest } = Object.fromEntries(before);
        return { ...rest, at };
      },
      { replace: true, preventScrollReset: true },
    );
  const backupId = search.get('backup');
  const moment = useMemo(() => (isKnown && asOf !== null ? { asOf, backupId } : null), [isKnown, asOf, backupId]);
  return (
    <>
      <title>A past moment - Rondo</title>
      {asOf === null ? (
        <NoMoment />
      ) : (
        <>
          {moment ? (
            <MomentBar asOf={moment.asOf} onMoment={go} onRestore={() => setRestoring(true)} />
          ) : (
            <UnknownMomentBar asOf={asOf} />
          )}
          <Moment value={moment}>{children}</Moment>
        </>
      )}
      {moment && restoring && (
        <Suspense>
          <RestoreMomentDialog
            moment={moment}
            onClose={() => setRestoring(false)}
            onRestored={() => void navigate('/schedule')}
          />
        </Suspense>
      )}
    </>
  );
};
