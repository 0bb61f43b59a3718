import { CalendarDays, GraduationCap, Route, Users, type LucideIcon } from 'lucide-react';
import { useLocation } from 'react-router-dom';

/** The four tabs of the main navigation. */
export const tabs: readonly { readonly path: string; readonly label: string; readonly icon: LucideIcon }[] = [
  { path: '/schedule', label: 'Schedule', icon: CalendarDays },
  { path: '/planner', label: 'Planner', icon: Route },
  { path: '/students', label: 'Students', icon: Users },
  { path: '/teachers', label: 'Teachers', icon: GraduationCap },
];

/** The path of the active tab; null on other pages. The start page is the schedule, and so is the schedule of another moment. */
export const useActiveTab = (): string | null => {
  const { pathname } = useLocation();
  const address = pathname === '/' || pathname === '/moment' ? '/schedule' : pathname.replace(/\/$/, '');
  return tabs.some(({ path }) => path === address) ? address : null;
};
