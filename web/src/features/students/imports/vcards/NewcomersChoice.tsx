import type { Teacher } from '@rondo/contracts/api/people/teachers.ts';
import { Segments } from '../../../../ui/fields/choice.tsx';
import { Select } from '../../../../ui/fields/select.tsx';

export const nobody = 'none';
const hoursChoices = [
  { value: 'later', label: 'Later' },
  { value: 'standard', label: 'Standard' },
] as const;
export type Newcomers = { readonly teacherId: string; readonly hours: (typeof hoursChoices)[number]['value'] };

/** Who teaches the new students, and when they can. */
export const NewcomersChoice = (props: {
  readonly teachers: readonly Teacher[];
  readonly value: Newcomers;
  readonly onChange: (value: Newcomers) => void;
}) => {
  const { teachers, value, onChange } = props;
  return (
    <div className="flex flex-wrap items-end gap-4 border-b border-line px-6 py-3 max-desk:px-4">
      {teachers.length > 0 && (
        <Select
          label="For"
          look="tall"
          value={value.teacherId}
          options={[
            { value: nobody, label: 'No teacher yet' },
            ...teachers.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          onChange={(teacherId) => onChange({ ...value, teacherId })}
        />
      )}
      <Segments
        label="Hours"
        value={value.hours}
        options={hoursChoices}
        onChange={(hours) => onChange({ ...value, hours })}
      />
    </div>
  );
};

/** What the new students lack, before they are imported. */
export const lacking = ({ teacherId, hours }: Newcomers): string => {
  const without = [
    ...(teacherId === nobody ? ['without a teacher'] : []),
    ...(hours === 'later' ? ['without availability'] : []),
  ];
  return without.length === 0
    ? 'They can be planned at once. You can undo the import.'
    : `They come ${without.join(' and ')}. You can undo the import.`;
};
