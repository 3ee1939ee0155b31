import { type RefObject, useEffect, useRef } from 'react';

/**
 * For a search field whose text is also in the address. While the field has the focus, the address follows it. Otherwise the field
 * follows the address.
 * @param text the text in the address
 */
export function useAddressedField(text: string): RefObject<HTMLInputElement | null> {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (field.current && document.activeElement !== field.current) field.current.value = text;
  }, [text]);
  return field;
}
