import { expect, test } from 'vitest';
import { lifetimesOf, statsOf } from './figures.ts';

test('before the first lookup everything is zero', () => {
  const none = { cacheSize: 0, hits: 0, misses: 0, charged: 0 };
  const figures = { cacheSize: 0, hits: 0, misses: 0, hitRate: 0, savedUSD: 0 };
  const counts = { driveTime: none, geocode: none, suggestions: none, roads: none };
  expect(statsOf(counts, { lifetimes: lifetimesOf('offline'), since: null })).toMatchObject({
    cacheStats: { driveTime: figures, geocode: figures, suggestions: figures, roads: figures, totalSavings: 0 },
    costSavingsEstimate: { estimatedSavingsUSD: 0, geocodingCalls: 0, directionsCallsSaved: 0 },
  });
});

test('rates are percentages, savings and costs are the calls not made and made at their list price', () => {
  const counts = {
    driveTime: { cacheSize: 6480, hits: 12_960, misses: 6480, charged: 3370 },
    geocode: { cacheSize: 81, hits: 162, misses: 81, charged: 81 },
    suggestions: { cacheSize: 10, hits: 1, misses: 7, charged: 7 },
    roads: { cacheSize: 5, hits: 20, misses: 5, charged: 5 },
  };
  const since = '2026-09-01T14:00:00.000Z';
  const stats = statsOf(counts, { lifetimes: lifetimesOf('offline'), since });
  expect(stats.cacheStats).toMatchObject({
    driveTime: { hitRate: 66.7, keptHours: 168, listPriceUSD: 2, savedUSD: 25.92 },
    geocode: { hitRate: 66.7, keptHours: 168, listPriceUSD: 5, savedUSD: 0.81 },
    suggestions: { hitRate: 12.5, keptHours: 24, listPriceUSD: 0.75, savedUSD: 0 },
    roads: { hitRate: 80, keptHours: 168, listPriceUSD: 2, savedUSD: 0.04 },
    totalSavings: 13_143,
  });
  expect(stats.costSavingsEstimate).toEqual({
    estimatedSavingsUSD: 26.77,
    geocodingCalls: 162,
    directionsCallsSaved: 12_980,
    spentUSD: 7.16,
    callsMade: 3463,
    since,
    pricesAsOf: 'June 2026',
  });
});

test('suggestions of Mapbox are used for an hour: its terms do not allow to store them', () => {
  expect([lifetimesOf('mapbox').suggestions, lifetimesOf('offline').suggestions].map((ms) => ms / 3_600_000)).toEqual([
    1, 24,
  ]);
});
