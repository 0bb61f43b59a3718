import { formatTimeRange } from '@rondo/contracts/calendar/times.ts';
import { InfoWindow } from '../../map/info-window.tsx';
import { streetAndZip } from '../days/address.ts';
import type { DayEntry } from '../days/entry.ts';

/** Who is visited at a stop of the day's map, when and where. */
export const StopInfo = (props: { readonly stop: DayEntry; readonly onClose: () => void }) => {
  const { id, title, start, end, address } = props.stop;
  return (
    <InfoWindow of={id} label={title} onClose={props.onClose}>
      <p className="font-strong break-words">{title}</p>
      <p className="text-small text-ink-2 tabular-nums">{formatTimeRange(start, end)}</p>
      {address !== null && <p className="text-small break-words text-ink-2">{streetAndZip(address)}</p>}
    </InfoWindow>
  );
};
