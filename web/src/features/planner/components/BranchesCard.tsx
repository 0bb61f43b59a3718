import { GitBranch } from 'lucide-react';
import { Link } from 'react-router-dom';
import { buttonClasses } from '../../../ui/button.tsx';
import { Card } from '../../../ui/lists/panels.tsx';

/** The way to weeks that are tried beside the present one. */
export default function BranchesCard() {
  return (
    <Card className="p-6 max-desk:p-4">
      <h2 className="text-lead font-strong">What if</h2>
      <p className="mt-1 text-ink-2">
        Try another home, other hours or a new student in a copy of your week. No one hears of it.
      </p>
      <Link to="/planner/branches" className={buttonClasses('secondary', 'normal', 'mt-4 max-desk:w-full')}>
        <GitBranch aria-hidden className="size-4" strokeWidth={1.75} />
        Compare Weeks
      </Link>
    </Card>
  );
}
