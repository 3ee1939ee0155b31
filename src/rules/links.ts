/** One stretch of a text: plain, or the address of a page. */
export interface LinkPart {
  readonly text: string;
  /** Always begins with http:// or https://; null for plain text. */
  readonly href: string | null;
}

/** Splits a text into plain stretches and web addresses. Punctuation that ends a sentence is not part of an address. */
export function splitLinks(text: string): LinkPart[] {
  const parts: LinkPart[] = [];
  let from = 0;
  for (const found of text.matchAll(/https?:\/\/[^\s<>"']+/giu)) {
    const href = found[0].replace(/[.,;:!?…)\]}]+$/u, '');
    if (!URL.canParse(href)) continue;
    if (found.index > from) parts.push({ text: text.slice(from, found.index), href: null });
    parts.push({ text: href, href });
    from = found.index + href.length;
  }
  if (from < text.length) parts.push({ text: text.slice(from), href: null });
  return parts;
}
