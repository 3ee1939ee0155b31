import { useEffect, useState } from 'react';

/** An address for a file of this device while it is shown; null until the page has one. The only place where such addresses are made. */
export function useObjectUrl(file: Blob | undefined): string | null {
  const [address, setAddress] = useState<string | null>(null);

  useEffect(() => {
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
