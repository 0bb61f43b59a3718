import { lazy, Suspense } from 'react';
import { useLocation } from 'react-router-dom';
import { MomentFrame } from '../calendar/moments/MomentFrame.tsx';

// Each is asked for through its page of now, so that that page keeps what both show in its own file.
const Week = lazy(async () => (await import('../features/schedule/SchedulePage.tsx')).loadMoment());
const Students = lazy(async () => (await import('../features/students/StudentsPage.tsx')).loadThen());
const Teachers = lazy(async () => (await import('../features/teachers/TeachersPage.tsx')).loadThen());

/** The pages of a past moment: its week, `/moment`, and its students and teachers under it. */
const MomentPages = () => {
  const [, , page] = useLocation().pathname.split('/');
  return (
    <MomentFrame>
      <Suspense>{page === 'students' ? <Students /> : page === 'teachers' ? <Teachers /> : <Week />}</Suspense>
    </MomentFrame>
  );
};

export default MomentPages;
