/** What a session runs on, in words. */
export type Device = {
  /** Such as "Chrome on macOS"; null for a program, or a browser that does not say. */
  readonly name: string | null;
  readonly kind: 'computer' | 'phone' | 'tablet';
};

// The first that fits counts: most browsers also name the ones that they are made from, and phones the system of computers.
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\b(?:Edg|EdgA|EdgiOS)\//, 'Edge'],
  [/\b(?:OPR|OPiOS|OPT)\//, 'Opera'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bDuckDuckGo\//, 'DuckDuckGo'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|Chromium|HeadlessChrome)\//, 'Chrome'],
  [/\bVersion\/.*Safari\//, 'Safari'],
];

const systems: readonly (readonly [RegExp, string, Device['kind']])[] = [
  [/\biPhone\b/, 'iPhone', 'phone'],
  [/\biPad\b/, 'iPad', 'tablet'],
  [/\bAndroid\b.*\bMobile\b/, 'Android', 'phone'],
  [/\bAndroid\b/, 'Android', 'tablet'],
  [/\bWindows\b/, 'Windows', 'computer'],
  [/\bCrOS\b/, 'ChromeOS', 'computer'],
  [/\bMac OS X\b/, 'macOS', 'computer'],
  [/\bLinux\b/, 'Linux', 'computer'],
];

/** The device that a User-Agent header names. Only words of these lists come out of it, whatever the header says. */
export const deviceOf = (userAgent: string | undefined): Device => {
  const text = (userAgent ?? '').slice(0, 1000);
  const browser = browsers.find(([word]) => word.test(text))?.[1];
  const [, system, kind] = systems.find(([word]) => word.test(text)) ?? [];
  const name = browser !== undefined && system !== undefined ? `${browser} on ${system}` : (browser ?? system ?? null);
  return { name, kind: kind ?? 'computer' };
};
