import { lazy, Suspense } from 'react';
import { menuButtonClasses, type MenuProps } from './menu-face.tsx';
import { useStandIn } from '../on-demand.ts';

const fetchCode = () => import('./menu.tsx');
const Menu = lazy(async () => ({ default: (await fetchCode()).Menu }));

/** A menu whose code loads when the user is about to open it; many of them on a page cost no more than buttons. */
export const MenuOnDemand = (props: MenuProps) => {
  const { isWanted, buttonProps } = useStandIn(fetchCode);
  const standIn = (
    <div className="relative">
      <button
        type="button"
        aria-haspopup="menu"
        aria-expanded={false}
        aria-label={props.label}
        title={props.label}
        className={menuButtonClasses}
        {...buttonProps}
      >
        {props.button}
      </button>
    </div>
  );
  return isWanted ? (
    <Suspense fallback={standIn}>
      <Menu {...props} openAtOnce />
    </Suspense>
  ) : (
    standIn
  );
};
