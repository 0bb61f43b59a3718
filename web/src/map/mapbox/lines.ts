import { lineWidth, toneColor, type LineTone, type MapContent } from '../model.ts';
import type { Place } from '../layout.ts';
import type { Map as StreetsMap } from 'mapbox-gl/esm';

type Feature = {
  readonly type: 'Feature';
  readonly geometry: { readonly type: 'LineString'; readonly coordinates: number[][] };
  /** `look`: its index in the list of looks. */
  readonly properties: { readonly look: number };
};
/** How lines look. `width` in pixels, `opacity` from 0 to 1, `color` as WebGL knows it. */
type Look = {
  readonly color: string;
  readonly width: number;
  readonly opacity: number;
  readonly dotted: boolean;
};
export type Lines = {
  readonly data: { readonly type: 'FeatureCollection'; readonly features: Feature[] };
  readonly looks: readonly Look[];
};

const at = ({ longitude, latitude }: Place): number[] => [longitude, latitude];
const opacityOf = (faint: boolean | undefined): number => (faint === true ? 0.3 : 1);

/** Roads, and straight lines for the drives whose road is not known. `colorOf` resolves a CSS color to one that WebGL knows. */
export const linesOf = ({ points, lines, roads = [] }: MapContent, colorOf: (css: string) => string): Lines => {
  const placeOf = new Map(points.map(({ id, place }) => [id, place]));
  const known = new Set(roads.map(({ tour }) => tour));
  const looks = new Map<string, { readonly index: number; readonly look: Look }>();
  const indexOf = (tone: LineTone, rest: Omit<Look, 'color'>): number => {
    const key = JSON.stringify([tone, rest]);
    const known = looks.get(key) ?? { index: looks.size, look: { color: colorOf(toneColor[tone]), ...rest } };
    looks.set(key, known);
    return known.index;
  };
  const feature = (coordinates: number[][], tone: LineTone, rest: Omit<Look, 'color'>): Feature => ({
    type: 'Feature',
    geometry: { type: 'LineString', coordinates },
    properties: { look: indexOf(tone, rest) },
  });
  const straight = lines.flatMap((line): Feature[] => {
    const [from, to] = [placeOf.get(line.from), placeOf.get(line.to)];
    if (!from || !to || (line.tour !== undefined && known.has(line.tour))) return [];
    const look = { width: lineWidth(line) + 1, opacity: opacityOf(line.faint), dotted: line.dotted };
    return [feature([at(from), at(to)], line.tone, look)];
  });
  const driven = roads.map(({ line, tone, faint }) =>
    feature(
      line.map((position) => [...position]),
      tone,
      { width: 3.5, opacity: opacityOf(faint), dotted: false },
    ),
  );
  return {
    data: { type: 'FeatureCollection', features: [...driven, ...straight] },
    looks: [...looks.values()].map(({ look }) => look),
  };
};

/** A color as red, green, blue and alpha, for WebGL, which knows neither variables nor `oklch`. */
export const resolvedColors = (within: HTMLElement): ((css: string) => string) => {
  const probe = document.createElement('i');
  const canvas = document.createElement('canvas');
  canvas.width = 1;
  canvas.height = 1;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  return (css) => {
    if (!context) return '#4f4841';
    probe.style.color = css;
    within.append(probe);
    const { color } = getComputedStyle(probe);
    probe.remove();
    context.clearRect(0, 0, 1, 1);
    context.fillStyle = color;
    context.fillRect(0, 0, 1, 1);
    const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data;
    return `rgb(${red}, ${green}, ${blue})`;
  };
};

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
