import { InfoWindow } from '../../map/info-window.tsx';

type Visit = {
  readonly id: string;
  readonly title: string;
  readonly when: string;
  /** '' if the address is not known. */
  readonly where: string;
};

/** Who is visited at a place of a map, when and where. `of`: the point of the map. */
export const StopInfo = (props: {
  readonly of: string;
  readonly label: string;
  readonly visits: readonly Visit[];
  readonly onClose: () => void;
}) => (
  <InfoWindow of={props.of} label={props.label} onClose={props.onClose}>
    <ul className="grid gap-1.5">
      {props.visits.map(({ id, title, when, where }) => (
        <li key={id}>
          <p className="font-strong break-words">{title}</p>
          <p className="text-small text-ink-2 tabular-nums">{when}</p>
          {where !== '' && <p className="text-small break-words text-ink-2">{where}</p>}
        </li>
      ))}
    </ul>
  </InfoWindow>
);
