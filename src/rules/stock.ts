/** S2 §9: an item is low on stock when there is no more of it than its threshold. */
export const isLowOnStock = (item: { readonly quantity: number; readonly lowStockThreshold: number }) =>
  item.quantity <= item.lowStockThreshold;
