let go: (path: string) => void = (path) => window.location.assign(path);

/** Sets how code outside the router's components goes to another page. */
export const goBy = (navigate: (path: string) => void): void => {
  go = navigate;
};

/** Goes to another page of the app: from a toast, which outlives the page that showed it. */
export const goTo = (path: string): void => go(path);
