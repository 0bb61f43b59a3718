import { lazy, Suspense } from 'react';
import { useLocation } from 'react-router-dom';
import { MomentFrame } from '../calendar/moments/MomentFrame.tsx';

// Each is asked for through its page of now, so that that page keeps what both show in its own file.
const Week = lazy(async () => (await import('../features/schedule/SchedulePage.tsx')).loadMoment());
const Students = lazy(async () => (await import('../features/students/StudentsPage.tsx')).loadThen());
const Teachers = lazy(async () => (await import('../features/teachers/TeachersPage.tsx')).loadThen());

const Account = lazy(async () => (await import('../features/payments/AccountPage.tsx')).loadThen());

const pageOf = (pathname: string) => {
  const [, , page, part] = pathname.split('/');
  if (page === 'students') return part === 'accounts' ? <Account /> : <Students />;
  return page === 'teachers' ? <Teachers /> : <Week />;
};

/** The pages of a past moment: its week, `/moment`, and its students, their accounts and teachers under it. */
const MomentPages = () => {
  const { pathname } = useLocation();
  return (
    <MomentFrame>
      <Suspense>{pageOf(pathname)}</Suspense>
    </MomentFrame>
  );
};

export default MomentPages;
