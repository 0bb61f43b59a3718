import type { ReactNode } from 'react';
import { useSearchParam } from '../../lib/page/search-param.ts';
import { Segments } from '../../ui/fields/choice.tsx';

/** Drives as they count for taxes, or what they leave of the money: both are of one page. */
export const useView = () => {
  const [view, setView] = useSearchParam('view');
  return { isEarnings: view === 'earnings', setView };
};

const views = [
  { value: 'mileage', label: 'Mileage' },
  { value: 'earnings', label: 'Door to door' },
] as const;

/** Chooses the view of the page; what the view itself offers is beside it. */
export const ViewTools = ({ children }: { readonly children?: ReactNode }) => {
  const { isEarnings, setView } = useView();
  return (
    <div className="mb-3 flex flex-wrap items-center gap-2">
      <Segments
        hidden
        label="View"
        className="max-desk:w-full"
        value={isEarnings ? 'earnings' : 'mileage'}
        options={views}
        onChange={(value) => setView(value === 'earnings' ? value : null)}
      />
      {children}
    </div>
  );
};
