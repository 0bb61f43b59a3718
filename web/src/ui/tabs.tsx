import { Tab, TabGroup, TabList, TabPanel, TabPanels } from '@headlessui/react';
import type { ReactNode } from 'react';

/** Tab panels with underlined labels. */
export const Tabs = <Key extends string>(props: {
  readonly label: string;
  readonly tabs: readonly { readonly key: Key; readonly label: string; readonly panel: ReactNode }[];
  readonly selected: Key;
  readonly onSelect: (key: Key) => void;
  readonly aside?: ReactNode;
}) => (
  <TabGroup
    selectedIndex={Math.max(
      0,
      props.tabs.findIndex(({ key }) => key === props.selected),
    )}
    onChange={(index) => {
      const tab = props.tabs[index];
      if (tab) props.onSelect(tab.key);
    }}
  >
    <div className="mb-4 flex min-h-[41px] flex-wrap items-end justify-between gap-x-4 border-b border-line max-desk:mb-3">
      <TabList aria-label={props.label} className="flex gap-1">
        {props.tabs.map(({ key, label }) => (
          <Tab
            key={key}
            className="relative px-3 pt-2 pb-2.5 font-medium text-ink-2 transition-colors duration-140 ease-rondo after:absolute after:inset-x-3 after:-bottom-px after:h-0.5 after:bg-accent after:opacity-0 hover:text-ink data-selected:font-strong data-selected:text-ink data-selected:after:opacity-100 max-desk:h-11"
          >
            {label}
          </Tab>
        ))}
      </TabList>
      {Boolean(props.aside) && <div className="-mt-0.5 mb-1.5 max-desk:mt-1 max-desk:w-full">{props.aside}</div>}
    </div>
    <TabPanels>
      {props.tabs.map(({ key, panel }) => (
        <TabPanel key={key}>{panel}</TabPanel>
      ))}
    </TabPanels>
  </TabGroup>
);
