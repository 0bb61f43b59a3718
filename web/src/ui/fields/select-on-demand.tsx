import { lazy, Suspense } from 'react';
import { useStandIn } from '../on-demand.ts';
import { faceProps, frameClasses, SelectFace, type SelectProps } from './select-face.tsx';

const fetchCode = () => import('./select.tsx');
const Select = lazy(async () => ({ default: (await fetchCode()).Select<string> }));

/** A select on a page that must load fast: the list's code loads when the user is about to open it. */
export const SelectOnDemand = (props: SelectProps<string>) => {
  const { isWanted, buttonProps } = useStandIn(fetchCode);
  const standIn = (
    <div className={frameClasses(props)}>
      <button
        type="button"
        id={props.id}
        aria-haspopup="listbox"
        aria-expanded={false}
        disabled={props.disabled}
        data-disabled={props.disabled === true ? '' : undefined}
        {...buttonProps}
        {...faceProps(props)}
      >
        <SelectFace {...props} />
      </button>
    </div>
  );
  return isWanted ? (
    <Suspense fallback={standIn}>
      <Select {...props} openAtOnce />
    </Suspense>
  ) : (
    standIn
  );
};
