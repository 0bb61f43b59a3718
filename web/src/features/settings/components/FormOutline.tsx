import { Skeleton, WhileLoading } from '../../../ui/panels.tsx';

/** Keeps the place of a form while it is loading, so that what is below does not move. */
export const FormOutline = (props: {
  readonly label: string;
  readonly fields: number;
  /** Its height. */
  readonly className: string;
}) => (
  <div className={props.className}>
    <WhileLoading label={props.label}>
      <div className="grid grid-cols-3 gap-x-4 gap-y-8 max-desk:grid-cols-1">
        {Array.from({ length: props.fields }, (_, field) => (
          <div key={field} className="grid gap-1.5">
            <Skeleton className="h-5 w-28" />
            <Skeleton className="h-10 max-desk:h-12" />
          </div>
        ))}
      </div>
    </WhileLoading>
  </div>
);
