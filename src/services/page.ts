/** Hears whenever the page comes to the front again: another tab was looked at, the device slept, or the browser had put the page away. */
export function watchPageReturns(listener: () => void): () => void {
  const look = () => {
    if (document.visibilityState === 'visible') listener();
  };
  window.addEventListener('pageshow', look);
  document.addEventListener('visibilitychange', look);
  return () => {
    window.removeEventListener('pageshow', look);
    document.removeEventListener('visibilitychange', look);
  };
}
