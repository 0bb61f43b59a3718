import {
  createElement,
  lazy,
  startTransition,
  Suspense,
  useEffect,
  useState,
  type ComponentType,
  type ReactNode,
} from 'react';
import { afterDrawn } from './drawn.ts';

/**
 * A dialog or a panel whose file is loaded when it is first rendered, with `outline` until then; `load` does so earlier. Once the file is there
 * it renders at once: `lazy` alone suspends even then, and React keeps a fallback on the screen for 300 ms.
 */
export const lazyPanel = <Props extends object>(
  file: () => Promise<ComponentType<Props>>,
  outline: ReactNode = null,
) => {
  let loaded: ComponentType<Props> | null = null;
  const load = async (): Promise<void> => {
    loaded = await file();
  };
  const Lazy = lazy(async () => ({ default: await file() }));
  const Panel = (props: Props) => {
    // Decided once: to change from one to the other would lose the component's state.
    const [Component] = useState<ComponentType<Props>>(() => loaded ?? Lazy);
    return <Suspense fallback={outline}>{createElement(Component, props)}</Suspense>;
  };
  return Object.assign(Panel, { load });
};

type Loaded<Props> = { readonly Component: ComponentType<Props> } | { readonly error: unknown };

/**
 * A component whose file is loaded after the first page is drawn, with an outline until then. Like `lazy`, but each is rendered in a task of
 * its own: React shows what `lazy` has loaded within 300 ms all at once, which takes a phone too long.
 */
export const late = <Props extends object>(
  file: () => Promise<{ readonly default: ComponentType<Props> }>,
  outline: (props: Props) => ReactNode = () => null,
) => {
  let known: Loaded<Props> | null = null;
  return (props: Props) => {
    const [loaded, setLoaded] = useState(known);
    useEffect(() => {
      if (loaded) return;
      let isGone = false;
      const show = (now: Loaded<Props>): void => startTransition(() => (isGone ? undefined : setLoaded(now)));
      void afterDrawn(file).then(
        ({ default: Component }) => show((known = { Component })),
        (error: unknown) => show({ error }),
      );
      return () => {
        isGone = true;
      };
    }, [loaded]);
    if (!loaded) return outline(props);
    if ('error' in loaded) throw loaded.error;
    return createElement(loaded.Component, props);
  };
};
