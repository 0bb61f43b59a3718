import { expect, test } from 'vitest';
import { dana, inOneStudio, rondo } from '../../testing/own-studio.ts';
import { addStudent, addTeacher, everyDay } from '../../testing/studio-fixture.ts';
import { ok, type Visitor } from '../../testing/visitor.ts';

inOneStudio();

const stats = async (visitor: Visitor) => ok(await visitor.get('/api/maps-cache-stats'));

test('every kind of lookup counts, for the studio that made it alone, until it is cleared', async () => {
  const eve = await rondo.visitor().register('eve@example.com');
  const [origin, destination] = ['1905 S 5th St, Austin, TX 78704', '4401 Speedway, Austin, TX 78751'];
  for (let times = 0; times < 2; times += 1) {
    ok(await dana.post('/api/maps/geocode', { address: origin }));
    ok(await dana.post('/api/calculate-drive-time', { origin, destination }));
    ok(await dana.get('/api/address-suggestions?q=1905%20S%205th'));
  }
  const { cacheStats, costSavingsEstimate } = await stats(dana);
  expect(cacheStats).toMatchObject({
    driveTime: { cacheSize: 1, hits: 1, misses: 1, hitRate: 50 },
    geocode: { cacheSize: 2, hits: 4, misses: 2, hitRate: 66.7 },
    suggestions: { cacheSize: 1, hits: 1, misses: 1, hitRate: 50 },
    totalSavings: 6,
  });
  expect(costSavingsEstimate).toMatchObject({ estimatedSavingsUSD: 0.02, geocodingCalls: 4, directionsCallsSaved: 1 });
  expect(costSavingsEstimate).toMatchObject({ callsMade: 4, spentUSD: 0.01, since: '2026-11-23T15:00:00.000Z' });
  expect((await stats(eve)).cacheStats.totalSavings).toBe(0);

  expect(ok(await dana.post('/api/maps-cache/cleanup'))).toEqual({
    success: true,
    removed: 0,
    message: '0 entries were expired and removed.',
  });
  expect(ok(await dana.post('/api/maps-cache/clear'))).toMatchObject({
    removed: 4,
    message: '4 entries were removed from the cache.',
  });
  expect((await stats(dana)).cacheStats).toMatchObject({ totalSavings: 0, geocode: { cacheSize: 0, misses: 0 } });
  expect((await stats(dana)).costSavingsEstimate).toMatchObject({ callsMade: 0, spentUSD: 0, since: null });
});

test('what the planner looks up counts as well', async () => {
  const teacherId = await addTeacher(dana, 'Dana Whitfield', everyDay);
  const studentIds = [
    await addStudent(dana, 'Ann Lee', everyDay, { teacherId }),
    await addStudent(dana, 'Ben Ito', everyDay, { teacherId }),
  ];
  ok(await dana.post('/api/schedule/generate', { teacherIds: [teacherId], studentIds }));
  const { driveTime, geocode } = (await stats(dana)).cacheStats;
  expect(driveTime.hits + driveTime.misses).toBeGreaterThan(0);
  expect(geocode.hits + geocode.misses).toBeGreaterThan(0);
});

test('a browser may keep the public key of maps for an hour', async () => {
  for (const path of ['/api/maps/api-key', '/api/google-maps-key']) {
    const { headers, json } = await dana.get(path);
    expect([json, headers.get('cache-control')]).toEqual([{ apiKey: '', apiUrl: '' }, 'private, max-age=3600']);
  }
  expect((await dana.get('/api/user')).headers.get('cache-control')).toBe('no-store');
});
