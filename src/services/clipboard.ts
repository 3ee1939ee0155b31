/**
 * Puts text on the clipboard.
 * @throws Error where the browser has none (an insecure address) or refuses.
 */
export async function copyText(text: string): Promise<void> {
  if (!navigator.clipboard) throw new Error('There is no clipboard at an insecure address');
  await navigator.clipboard.writeText(text);
}
