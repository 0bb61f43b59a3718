type Link = { readonly label: string; readonly url: string };

const query = (parts: Readonly<Record<string, string>>): string => new URLSearchParams(parts).toString();

/** Links to directions to an address from the current location, in three navigation apps. */
export const navigateTo = (address: string): Link[] => [
  {
    label: 'Google Maps',
    url: `https://www.google.com/maps/dir/?${query({ api: '1', destination: address, travelmode: 'driving' })}`,
  },
  { label: 'Apple Maps', url: `https://maps.apple.com/?${query({ daddr: address, dirflg: 'd' })}` },
  { label: 'Waze', url: `https://www.waze.com/ul?${query({ q: address, navigate: 'yes' })}` },
];

/** A number as phones dial it. */
export const dialed = (phone: string): string => phone.replace(/[^\d+*#]/g, '');

/** The maximum number of stops that Google Maps accepts between the first and the last. */
const mostBetween = 9;

/**
 * A day's drive in one link: from home through every stop and back; without a home, from the first stop to the last. What is left of a day
 * that has begun starts where the user is. Waze supports no intermediate stops, so its link leads to the first one.
 */
export const navigateDay = (stops: readonly string[], home: string | null, from: 'home' | 'here' = 'home'): Link[] => {
  const way = home === null ? stops : [...(from === 'here' ? [] : [home]), ...stops, home];
  const addresses = way.filter((address, i) => address !== way[i - 1]);
  const [origin, ...onward] = from === 'here' ? [null, ...addresses] : addresses;
  const destination = onward.at(-1);
  const between = onward.slice(0, -1).filter((address) => address !== null);
  const [first] = stops;
  if (origin === undefined || !destination || first === undefined || between.length > mostBetween) return [];
  const start = origin === null ? {} : { origin };
  const apple = new URLSearchParams({
    ...(origin === null ? {} : { source: origin }),
    destination,
    mode: 'driving',
  });
  for (const stop of between) apple.append('waypoint', stop);
  return [
    {
      label: 'Google Maps',
      url: `https://www.google.com/maps/dir/?${query({ api: '1', ...start, destination, ...(between.length > 0 ? { waypoints: between.join('|') } : {}), travelmode: 'driving' })}`,
    },
    { label: 'Apple Maps', url: `https://maps.apple.com/directions?${apple}` },
    { label: 'Waze (first stop)', url: navigateTo(first).at(-1)?.url ?? '' },
  ];
};
