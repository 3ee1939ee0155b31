import { useLayoutEffect, useState } from 'react';

/**
 * An object URL of a local file; null before the first effect, which runs before anything is painted. It is revoked when the file changes
 * or the component unmounts.
 */
export function useObjectUrl(file: Blob | undefined): string | null {
  const [address, setAddress] = useState<string | null>(null);

  useLayoutEffect(() => {
    if (!file) return;
    const made = URL.createObjectURL(file);
    setAddress(made);
    return () => {
      URL.revokeObjectURL(made);
      setAddress(null);
    };
  }, [file]);

  return address;
}
