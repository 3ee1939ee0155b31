/** The page's icon, without and with a dot. */
const icons = { false: './icon.svg', true: './icon-dot.svg' } as const;

/** Shows the number of unread messages outside the page: a dot in the tab's icon, and a number on the icon of the installed app. */
export function showTabBadge(total: number): void {
  const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  const wanted = icons[`${total > 0}`];
  if (icon && icon.getAttribute('href') !== wanted) icon.href = wanted;
  const shown = total > 0 ? navigator.setAppBadge?.(total) : navigator.clearAppBadge?.();
  // Browsers reject this if the app is not installed.
  shown?.catch(() => {});
}
