/**
 * Puts text on the clipboard.
 * @throws Error if the browser has no clipboard (insecure address) or refuses.
 */
export async function copyText(text: string): Promise<void> {
  if (!navigator.clipboard) throw new Error('There is no clipboard at an insecure address');
  await navigator.clipboard.writeText(text);
}
