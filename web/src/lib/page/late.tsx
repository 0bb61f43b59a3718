import { createElement, startTransition, useEffect, useState, type ComponentType, type ReactNode } from 'react';
import { afterDrawn } from './drawn.ts';

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
