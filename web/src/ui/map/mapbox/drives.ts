import type { LineLayerSpecification, Map as StreetsMap } from 'mapbox-gl/esm';
import type { linesOf } from './lines.ts';

const source = 'drives';

/** The lines on the map, above its streets: dotted ones to and from home. */
export const addLines = (map: StreetsMap, data: ReturnType<typeof linesOf>): void => {
  const held = map.getSource(source);
  if (held?.type === 'geojson') {
    held.setData(data);
    return;
  }
  map.addSource(source, { type: 'geojson', data });
  const layer = (dotted: boolean): LineLayerSpecification => ({
    id: dotted ? 'drives-dotted' : 'drives-solid',
    type: 'line',
    source,
    filter: ['==', ['get', 'dotted'], dotted],
    layout: { 'line-cap': 'round', 'line-join': 'round' },
    paint: {
      'line-color': ['get', 'color'],
      'line-width': ['get', 'width'],
      'line-opacity': ['get', 'opacity'],
      ...(dotted ? { 'line-dasharray': [0, 2] } : {}),
    },
  });
  map.addLayer(layer(false));
  map.addLayer(layer(true));
};
