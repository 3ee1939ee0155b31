/** Gives a text to the browser as a file to be saved. */
export function saveTextFile(name: string, type: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = Object.assign(document.createElement('a'), { href: address, download: name });
  link.click();
  // The browser has begun to read the file when this task is over.
  setTimeout(() => URL.revokeObjectURL(address));
}
