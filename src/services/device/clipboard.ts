/**
 * Puts text on the clipboard.
 * @throws Error if the browser refuses.
 */
export async function copyText(text: string): Promise<void> {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  // Over plain http browsers have only this old way, which copies the selection.
  const copied = document.createElement('span');
  copied.textContent = text;
  Object.assign(copied.style, { position: 'fixed', opacity: '0', whiteSpace: 'pre', userSelect: 'text' });
  // Nothing outside of an open modal can be selected.
  (document.activeElement?.closest('dialog') ?? document.body).append(copied);
  getSelection()?.selectAllChildren(copied);
  const isCopied = document.execCommand('copy');
  copied.remove();
  if (!isCopied) throw new Error('The browser refuses to copy');
}
