// Groups modules into the files that pages share. Over HTTP/1.1 a browser fetches only six files at once, so one file loads faster than many small
// ones. On the other hand, each page also loads what it does not use of a shared file; `scripts/finish-web.ts` limits the total for each page.

const module = (text: string): string => text.replaceAll('/', '[\\\\/]');
const inPackages = (names: string): RegExp => new RegExp(module(`node_modules/(${names})/`));

/** What Headless UI needs for radio buttons, tabs and switches, which pages begin with. */
const firstParts =
  'components/(radio-group|label|description)|internal/hidden|hooks/use-(is-mounted|resolve-button-type)|utils/(focus-management|bugs)';

/**
 * Small modules that several pages begin with. Their file and the app's import each other, and theirs is evaluated first: at its top level, none of
 * these modules may call a function of the app's file. No page would open then. `scripts/finish-web.ts` rejects any other circle of files.
 */
const common = [
  'contracts/(api/(endpoint|texts|placeholders)|calendar/|lessons/(timing|plain-details|rules))',
  'web/src/(lib|api)/',
  'web/src/calendar/(days|moments|figures|week|opening|queries)',
  'web/src/ui/(fields|lists|figures|overlays)?/?(badge|brand|button|cn|download-button|facts|field|figure|media|money-figure|note|on-demand|page-head|panels|query-state|scroll-within|section|toast|(select|menu)-face|(select|menu)-on-demand)\\.',
  'eventsource-parser',
];

/** Libraries take along what they import; our modules do not, because that may be much. */
export const fileGroups = [
  { name: 'react', test: inPackages('react|react-dom|scheduler') },
  { name: 'query', test: inPackages('@tanstack/(query-core|react-query)') },
  { name: 'choices', test: new RegExp(module(`@headlessui/react/dist/(${firstParts})`)) },
  { name: 'dialogs', test: new RegExp(module('@headlessui/react/dist/components/(dialog|portal)')) },
  {
    name: 'common',
    test: new RegExp(module(common.join('|'))),
    minShareCount: 3,
    includeDependenciesRecursively: false,
  },
  { name: 'icons', test: inPackages('lucide-react'), minShareCount: 2, includeDependenciesRecursively: false },
];
