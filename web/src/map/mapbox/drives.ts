import type { Map as StreetsMap } from 'mapbox-gl/esm';
import type { MapContent } from '../model.ts';
import { linesOf, type Look } from './lines.ts';

const source = 'drives';
const layerOf = (look: number): string => `${source}-${look}`;

/** What each map shows: to set it again would make its workers prepare it again. */
const drawn = new WeakMap<StreetsMap, MapContent>();

/**
 * A layer for each look. The looks are constants of their layers, as those of many streets are, so that both can share a program of the
 * graphics processor. Without such a processor a program takes about a tenth of a second to compile.
 */
const addLayers = (map: StreetsMap, looks: readonly Look[]): void => {
  // Faint ones below the others.
  const inOrder = [...looks.entries()].toSorted(([, a], [, b]) => a.opacity - b.opacity);
  for (const [look, { color, width, opacity, dotted }] of inOrder)
    map.addLayer({
      id: layerOf(look),
      type: 'line',
      source,
      filter: ['==', ['get', 'look'], look],
      layout: { 'line-cap': 'round', 'line-join': 'round' },
      paint: {
        'line-color': color,
        'line-width': width,
        'line-opacity': opacity,
        ...(dotted ? { 'line-dasharray': [0, 2] } : {}),
      },
    });
};

/** The lines on the map, above its streets: dotted ones to and from home. */
export const addLines = (map: StreetsMap, content: MapContent, colorOf: (css: string) => string): void => {
  const existing = map.getSource(source);
  if (existing && drawn.get(map) === content) return;
  drawn.set(map, content);
  const { data, looks } = linesOf(content, colorOf);
  for (let look = 0; map.getLayer(layerOf(look)); look += 1) map.removeLayer(layerOf(look));
  if (existing?.type === 'geojson') existing.setData(data);
  else map.addSource(source, { type: 'geojson', data });
  addLayers(map, looks);
};
