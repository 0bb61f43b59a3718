import { Link } from 'react-router-dom';
import { cn } from '../../ui/cn.ts';

const views = [
  { to: '/families', label: 'Families' },
  { to: '/messages', label: 'Messages' },
] as const;

/** The two pages about families, side by side. */
export const ViewLinks = ({ current }: { readonly current: (typeof views)[number]['to'] }) => (
  <nav
    aria-label="Families and messages"
    className="flex h-10 gap-0.5 rounded-control border border-line bg-card p-0.5 max-desk:h-[50px]"
  >
    {views.map(({ to, label }) => (
      <Link
        key={to}
        to={to}
        aria-current={to === current ? 'page' : undefined}
        className={cn(
          'flex items-center justify-center rounded-block px-4 max-desk:grow',
          to === current ? 'bg-accent-tint font-strong' : 'font-medium text-ink-2 hover:text-ink',
        )}
      >
        {label}
      </Link>
    ))}
  </nav>
);
