/** The title of the tab with the number of news: '(3) Incident Chats · Saathi'. */
export const tabTitle = (title: string, product: string, total: number) =>
  `${total > 0 ? `(${countText(total)}) ` : ''}${title} · ${product}`;

/** A count as text; '99+' above 99. */
export const countText = (count: number) => (count > 99 ? '99+' : String(count));
