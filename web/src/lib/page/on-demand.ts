import { createElement, lazy, useState, type ComponentType } from 'react';

/**
 * A component whose file is loaded when it is needed, and `load`, which does so earlier. Like `lazy`, but once the file is there, it renders
 * at once: `lazy` suspends even then, and React keeps a fallback on the screen for 300 ms.
 */
export const onDemand = <Props extends object>(file: () => Promise<ComponentType<Props>>) => {
  let loaded: ComponentType<Props> | null = null;
  const load = async (): Promise<void> => {
    loaded = await file();
  };
  const Lazy = lazy(async () => ({ default: await file() }));
  const OnDemand = (props: Props) => {
    // Decided once: to change from one to the other would lose the component's state.
    const [Component] = useState<ComponentType<Props>>(() => loaded ?? Lazy);
    return createElement(Component, props);
  };
  return { Component: OnDemand, load };
};
