import { expect, test } from 'vitest';
import { statsOf } from './figures.ts';

test('before the first lookup everything is zero', () => {
  const none = { cacheSize: 0, hits: 0, misses: 0 };
  expect(statsOf({ driveTime: none, geocode: none, suggestions: none })).toEqual({
    cacheStats: {
      driveTime: { ...none, hitRate: 0 },
      geocode: { ...none, hitRate: 0 },
      suggestions: { ...none, hitRate: 0 },
      totalSavings: 0,
    },
    costSavingsEstimate: { estimatedSavingsUSD: 0, geocodingCalls: 0, directionsCallsSaved: 0 },
  });
});

test('rates are percentages, savings are the calls not made at their price', () => {
  const stats = statsOf({
    driveTime: { cacheSize: 6480, hits: 12_960, misses: 6480 },
    geocode: { cacheSize: 81, hits: 162, misses: 81 },
    suggestions: { cacheSize: 10, hits: 1, misses: 7 },
  });
  expect(stats.cacheStats.driveTime.hitRate).toBe(66.7);
  expect(stats.cacheStats.suggestions.hitRate).toBe(12.5);
  expect(stats.cacheStats.totalSavings).toBe(13_123);
  expect(stats.costSavingsEstimate).toEqual({
    estimatedSavingsUSD: 65.61,
    geocodingCalls: 162,
    directionsCallsSaved: 12_960,
  });
});
