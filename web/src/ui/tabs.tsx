import { Tab, TabGroup, TabList, TabPanel, TabPanels } from '@headlessui/react';
import type { ReactNode } from 'react';
import { cn } from './cn.ts';

const looks = {
  lines: {
    row: 'mb-3 min-h-[41px] items-end gap-x-4 gap-y-1.5 border-b border-line',
    list: 'flex flex-wrap gap-1 max-[420px]:-ml-1.5 max-[420px]:gap-0',
    // The line is right below the labels, whatever else there is.
    apart: {
      row: 'max-wide:border-b-0',
      list: 'max-wide:w-full max-wide:border-b max-wide:border-line',
    },
    tab: 'relative px-3 pt-2 pb-2.5 after:absolute after:inset-x-3 after:-bottom-px after:h-0.5 after:bg-accent after:opacity-0 data-selected:after:opacity-100 max-desk:h-11 max-[420px]:px-1.5 max-[420px]:after:inset-x-1.5',
    aside: '-mt-0.5 mb-1.5',
  },
  segments: {
    row: 'mb-3 items-center gap-2',
    apart: { row: '', list: '' },
    list: 'flex gap-0.5 rounded-control border border-line bg-card p-0.5 max-desk:w-full',
    tab: 'h-[30px] rounded-block px-3 whitespace-nowrap data-selected:bg-accent-tint max-desk:h-11 max-desk:grow',
    aside: '',
  },
} as const;

/** Tab panels with underlined labels, or with segments for tabs inside a tab. */
export const Tabs = <Key extends string>(props: {
  readonly label: string;
  readonly tabs: readonly {
    readonly key: Key;
    readonly label: string;
    readonly count?: number;
    readonly panel: ReactNode;
  }[];
  readonly selected: Key;
  readonly onSelect: (key: Key) => void;
  readonly aside?: ReactNode;
  /** It is beside the labels in narrow windows too, where it is otherwise below them. */
  readonly asideFits?: boolean;
  readonly look?: keyof typeof looks;
}) => {
  const look = looks[props.look ?? 'lines'];
  const isApart = Boolean(props.aside) && props.asideFits !== true;
  return (
    <TabGroup
      className="passes-height"
      selectedIndex={Math.max(
        0,
        props.tabs.findIndex(({ key }) => key === props.selected),
      )}
      onChange={(index) => {
        const tab = props.tabs[index];
        if (tab) props.onSelect(tab.key);
      }}
    >
      <div className={cn('flex flex-wrap justify-between', look.row, isApart && look.apart.row)}>
        <TabList aria-label={props.label} className={cn(look.list, isApart && look.apart.list)}>
          {props.tabs.map(({ key, label, count }) => (
            <Tab
              key={key}
              className={cn(
                'font-medium text-ink-2 transition-colors duration-140 ease-rondo hover:text-ink data-selected:font-strong data-selected:text-ink',
                look.tab,
              )}
            >
              {label} {count !== undefined && <span className="ml-1 font-normal text-ink-2 tabular-nums">{count}</span>}
            </Tab>
          ))}
        </TabList>
        {Boolean(props.aside) && (
          <div className={cn(look.aside, props.asideFits === true ? 'max-desk:mb-0' : 'max-desk:w-full')}>
            {props.aside}
          </div>
        )}
      </div>
      <TabPanels className="passes-height">
        {props.tabs.map(({ key, panel }) => (
          <TabPanel key={key} className="passes-height">
            {panel}
          </TabPanel>
        ))}
      </TabPanels>
    </TabGroup>
  );
};
