import type { Far } from '../far.ts';
import { farSigns, type FarSign } from '../far-signs.ts';
import type { Point, Sized } from '../layout.ts';
import type { MapPoint } from '../model.ts';
import { zoomButtons } from './street-labels.ts';

/** What is at the edges of a map with streets. */
type Edges = {
  readonly size: Sized;
  /** Pixels at the bottom that belong to the caption and to the name of the maps service. */
  readonly below: number;
};

/** The signs of far points, in the direction in which the map has to be moved to see them; none for one that it shows. */
export const streetSigns = (
  points: readonly MapPoint[],
  away: readonly Far[],
  { size, below }: Edges,
  at: (place: MapPoint['place']) => Point,
): FarSign[] => {
  const { width, height } = size;
  const beyond = away.flatMap((far): Far[] => {
    const place = points[far.index]?.place;
    if (!place) return [];
    const { x, y } = at(place);
    const isShown = x > 0 && y > 0 && x < width && y < height;
    return isShown ? [] : [{ ...far, angle: Math.atan2(y - height / 2, x - width / 2) }];
  });
  const buttons = zoomButtons(size);
  const taken = { ...buttons.size, x: buttons.x - buttons.size.width / 2, y: buttons.y - buttons.size.height / 2 };
  return farSigns(points, beyond, { width, height: height - below }, taken);
};
