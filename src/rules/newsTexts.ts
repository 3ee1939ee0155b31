/** The title of the tab, with how much is new: '(3) Incident Chats · Saathi'. */
export const tabTitle = (title: string, product: string, total: number) =>
  `${total > 0 ? `(${countText(total)}) ` : ''}${title} · ${product}`;

/** A count with at most two digits. */
export const countText = (count: number) => (count > 99 ? '99+' : String(count));
