import { Skeleton, WhileLoading } from '../../../ui/panels.tsx';

/** A form while its code or its values are loading: its labels and hints, in its own place, so that nothing moves afterwards. */
export const FormOutline = (props: {
  /** Tells screen readers what is loading. */
  readonly label: string;
  readonly fields: readonly { readonly label: string; readonly hint?: string }[];
  /** Its height, and its columns. */
  readonly className: string;
}) => (
  <div className={props.className}>
    <WhileLoading label={props.label}>{null}</WhileLoading>
    {props.fields.map(({ label, hint }) => (
      <div key={label} className="flex min-w-0 flex-col gap-1.5">
        <span className="font-control">{label}</span>
        <Skeleton className="h-10 rounded-control max-desk:h-12" />
        {hint !== undefined && <p className="flex gap-1 text-small text-ink-3">{hint}</p>}
      </div>
    ))}
  </div>
);
