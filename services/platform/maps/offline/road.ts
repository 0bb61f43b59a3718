import type { Point, Road } from '../provider.ts';
import { roadMilesBetween } from './drive.ts';

/** Straight from point to point, with the road miles that such a distance usually takes. */
export const straightRoad = (points: readonly Point[]): Road => {
  const miles = points.slice(1).reduce((sum, point, i) => sum + roadMilesBetween(points[i] ?? point, point), 0);
  return {
    line: points.map(({ latitude, longitude }) => [longitude, latitude]),
    miles: Math.round(miles * 10) / 10,
    approximate: true,
  };
};
