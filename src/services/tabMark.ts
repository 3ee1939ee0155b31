/** The page's icon, without and with a dot. */
const icons = { false: './icon.svg', true: './icon-dot.svg' } as const;

/** Shows how much is new where the page itself is not seen: a dot in the tab's icon, a number on the installed app's. */
export function markTab(total: number): void {
  const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  const wanted = icons[`${total > 0}`];
  if (icon && icon.getAttribute('href') !== wanted) icon.href = wanted;
  const marking = total > 0 ? navigator.setAppBadge?.(total) : navigator.clearAppBadge?.();
  // Browsers refuse it where the app is not installed.
  marking?.catch(() => {});
}
