/** How far something is; without a value, that it is under way. */
export const ProgressBar = ({ label, value }: { readonly label: string; readonly value?: number | undefined }) => (
  <progress
    aria-label={label}
    className="h-1.5 w-full appearance-none overflow-hidden rounded-full bg-line [&::-moz-progress-bar]:bg-accent-fill indeterminate:[&::-moz-progress-bar]:bg-line [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-accent-fill"
    {...(value === undefined ? {} : { value })}
  />
);
