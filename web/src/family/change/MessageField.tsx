/** What a family writes to its teacher along with what it does. */
export const MessageField = (props: {
  readonly to: string;
  /** Nothing else says what the family wants. */
  readonly isNeeded?: boolean;
  readonly value: string;
  readonly onChange: (value: string) => void;
}) => (
  <label className="mt-6 block">
    <span className="mb-1 block font-control">
      Message to {props.to}
      {props.isNeeded === true ? '' : ' (optional)'}
    </span>
    <textarea
      rows={2}
      maxLength={300}
      value={props.value}
      onChange={({ target }) => props.onChange(target.value)}
      className="w-full rounded-control border border-control bg-card p-3 text-[16px]"
    />
  </label>
);
