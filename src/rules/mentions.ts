const EVERYONE = 'Everyone';

/** One stretch of a message's text: plain, or the mention of somebody. */
export interface TextPart {
  readonly text: string;
  readonly mention: boolean;
}

/**
 * The text as it is sent (S1 §5, "Mention rewriting on send"): a bare @ and the word lll become @Everyone, and an @name
 * of at least 3 characters that begins exactly one known name is completed. An e-mail address is never touched
 * (DECISIONS 18): an @ counts only where no word character stands before it.
 */
export function completeMentions(text: string, knownNames: readonly string[]): string {
  return text
    .replace(/(?<![\p{L}\p{N}_@./])@(?![\p{L}\p{N}_@])/gu, `@${EVERYONE}`)
    .replace(/(?<![\p{L}\p{N}_@])lll(?![\p{L}\p{N}_@])/giu, `@${EVERYONE}`)
    .replace(/(?<![\p{L}\p{N}_@.])@(\p{L}[\p{L}\p{N}]{2,})(?![\p{L}\p{N}_@])/gu, (whole, typed: string) => {
      const matches = namesStartingWith(typed, knownNames);
      return matches.length === 1 ? `@${matches[0]}` : whole;
    });
}

/** The distinct known names that begin with what was typed, whatever the case. */
export function namesStartingWith(typed: string, knownNames: readonly string[]): string[] {
  const start = typed.toLocaleLowerCase();
  const seen = new Map<string, string>();
  for (const name of knownNames) {
    const key = name.toLocaleLowerCase();
    if (key.startsWith(start) && !seen.has(key)) seen.set(key, name);
  }
  return [...seen.values()];
}

/** The @word that the caret stands at the end of, or null: what a suggestion list completes. */
export function mentionBeingTyped(text: string, caret: number): { start: number; typed: string } | null {
  const found = /(?<![\p{L}\p{N}_@.])@([\p{L}\p{N}]*)$/u.exec(text.slice(0, caret));
  return found ? { start: found.index, typed: found[1] ?? '' } : null;
}

/** The people a suggestion list offers for what was typed after the @, at most `limit`, Everyone among them. */
export const suggestMentions = (typed: string, knownNames: readonly string[], limit = 6) =>
  namesStartingWith(typed, [...knownNames].sort((a, b) => a.localeCompare(b)).concat(EVERYONE)).slice(0, limit);

/** The text cut into plain stretches and mentions of known names or Everyone, which are highlighted (S1 §5). */
export function splitMentions(text: string, knownNames: readonly string[]): TextPart[] {
  const known = new Set([...knownNames, EVERYONE].map((name) => name.toLocaleLowerCase()));
  const parts: TextPart[] = [];
  let from = 0;
  for (const found of text.matchAll(/(?<![\p{L}\p{N}_@.])@([\p{L}\p{N}]+)/gu)) {
    if (!known.has((found[1] ?? '').toLocaleLowerCase())) continue;
    if (found.index > from) parts.push({ text: text.slice(from, found.index), mention: false });
    parts.push({ text: found[0], mention: true });
    from = found.index + found[0].length;
  }
  if (from < text.length) parts.push({ text: text.slice(from), mention: false });
  return parts;
}
