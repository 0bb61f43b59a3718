import { Link } from 'react-router-dom';
import { cn } from '../../ui/cn.ts';
import { tabs, useActiveTab } from './tabs.ts';

/** The four tabs within thumb reach, on phones. */
export const BottomTabs = () => {
  const active = useActiveTab();
  return (
    <nav
      aria-label="Main"
      className="fixed inset-x-0 bottom-0 z-20 grid grid-cols-4 border-t border-line bg-card pb-[env(safe-area-inset-bottom)] desk:hidden print:hidden"
    >
      {tabs.map(({ path, label, icon: Icon }) => (
        <Link
          key={path}
          to={path}
          aria-current={active === path ? 'page' : undefined}
          className={cn(
            'relative flex h-[59px] flex-col items-center justify-center gap-[3px] text-small before:absolute before:inset-x-6 before:-top-px before:h-0.5 before:rounded-b-[2px] before:bg-accent before:opacity-0 before:transition-opacity before:duration-140 focus-visible:-outline-offset-2',
            active === path ? 'font-strong text-accent before:opacity-100' : 'font-medium text-ink-2',
          )}
        >
          <Icon aria-hidden className="size-5" strokeWidth={1.75} />
          {label}
        </Link>
      ))}
    </nav>
  );
};
