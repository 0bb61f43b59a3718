/** Scrolls a list, and nothing around it, so that one of its elements is visible below `top` pixels that its header covers. */
export const scrollWithin = (list: HTMLElement, element: HTMLElement, at: 'nearest' | 'start', top = 0): void => {
  const [outer, inner] = [list.getBoundingClientRect(), element.getBoundingClientRect()];
  const above = inner.top - outer.top - top;
  const below = inner.bottom - outer.bottom;
  if (at === 'start' || above < 0) list.scrollTop += above;
  else if (below > 0) list.scrollTop += below;
};
