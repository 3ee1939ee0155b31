/** One stretch of a text: plain, or the address of a page. */
export interface LinkPart {
  readonly text: string;
  /** Always begins with http:// or https://; null for plain text. */
  readonly href: string | null;
}

/** With a scheme, or one that people write without it: a site with www, a WhatsApp chat, a place of Google Maps. */
const address = /(?:(https?:\/\/)|(?<![\w@./-])(?:www\.[^\s<>"'.]+\.|(?:wa\.me|maps\.app\.goo\.gl)\/))[^\s<>"']+/giu;

/** Does what URL.canParse does, which older browsers lack (DECISIONS 404). */
function isAddress(text: string): boolean {
  try {
    return new URL(text) !== null;
  } catch {
    return false;
  }
}

/** Splits a text into plain stretches and web addresses. Punctuation that ends a sentence is not part of an address. */
export function splitLinks(text: string): LinkPart[] {
  const parts: LinkPart[] = [];
  let from = 0;
  for (const found of text.matchAll(address)) {
    const written = found[0].replace(/[.,;:!?…।॥۔؟،؛。\p{Pe}\p{Pf}]+$/u, '');
    const href = found[1] ? written : `https://${written}`;
    if (!isAddress(href)) continue;
    if (found.index > from) parts.push({ text: text.slice(from, found.index), href: null });
    parts.push({ text: written, href });
    from = found.index + written.length;
  }
  if (from < text.length) parts.push({ text: text.slice(from), href: null });
  return parts;
}
