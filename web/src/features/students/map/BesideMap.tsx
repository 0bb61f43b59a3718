import { lazy, Suspense, useRef, type ComponentProps, type ReactNode } from 'react';

import { scrollWithin } from '../../../ui/scroll-within.ts';

const StudentsMap = lazy(() => import('./StudentsMap.tsx'));

type MapProps = ComponentProps<typeof StudentsMap>;

/**
 * The list, with the map at its right while it is shown; on smaller windows above it. The list's parts give way under `data-map`. Beside the
 * map the list scrolls by itself, to whom the user selects on the map.
 */
export const BesideMap = ({ map, children }: { readonly map: MapProps | null; readonly children: ReactNode }) => {
  const list = useRef<HTMLDivElement>(null);
  if (map === null) return children;
  const select: MapProps['onSelect'] = (id, add) => {
    map.onSelect(id, add);
    const row = [...(list.current?.querySelectorAll<HTMLElement>('[data-person]') ?? [])].find(
      ({ dataset }) => dataset['person'] === id,
    );
    if (list.current && row) scrollWithin(list.current, row, 'nearest', 36);
  };
  return (
    <div
      data-map
      className="grid grid-cols-[minmax(0,1fr)] gap-4 fills-height wide:grid-cols-[minmax(0,1fr)_minmax(380px,512px)] wide:grid-rows-[100%] wide:gap-0 wide:overflow-hidden wide:rounded-card wide:border wide:border-line max-wide:[&>*:last-child]:order-first"
    >
      <div ref={list} className="min-h-0 wide:overflow-auto">
        {children}
      </div>
      <div className="h-[420px] overflow-hidden border-line max-wide:rounded-card max-wide:border wide:h-full wide:border-l">
        <Suspense>
          <StudentsMap {...map} onSelect={select} />
        </Suspense>
      </div>
    </div>
  );
};
