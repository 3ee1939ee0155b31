/** S2 §9: an item is low on stock if its quantity is at or below its threshold. */
export const isLowOnStock = (item: { readonly quantity: number; readonly lowStockThreshold: number }) =>
  item.quantity <= item.lowStockThreshold;
