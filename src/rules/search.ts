import { isNetworkFailure, messageOr } from '../contract/failure';
import { madeOf, unreadableIn } from '../contract/lists';
import type { IncidentHits, MessageHits } from '../contract/search';
import { charactersOf } from './characters';
import { UNREACHABLE } from './failureTexts';

/** The fewest characters that are searched for. A single digit is searched for, too, because it may be an incident's id. */
const FEWEST = 2;
/** More words than these are left out: each makes the search slower. */
const MOST_WORDS = 8;
/** Length of an excerpt, and how much of it comes before the first word that was found, in characters. */
const EXCERPT_LENGTH = 160;
const EXCERPT_LEAD = 40;

/**
 * The words of a search, each once; none where there is too little to search for. They are normalized, as the texts are that they are
 * looked for in: the same letter may be written as one character or as two.
 */
export function wordsOf(text: string): readonly string[] {
  const words = text.normalize().trim().toLowerCase().split(/\s+/).filter(Boolean);
  if (words.join('').length < FEWEST && !/^\d$/.test(words[0] ?? '')) return [];
  return [...new Set(words)].slice(0, MOST_WORDS);
}

/** The incident's id that a word names, '12' or '#12'; null where it names none. */
export const idIn = (word: string): number | null => {
  const [, digits] = /^#?(\d{1,15})$/.exec(word) ?? [];
  return digits === undefined ? null : Number(digits);
};

/** A part of a text; `isHit` where it is one of the words that were searched for. */
interface TextPart {
  readonly text: string;
  readonly isHit: boolean;
  /** Where it begins in the whole text. */
  readonly at: number;
}

/** Splits a text at the words that were searched for, so that they can be highlighted. The parts together are the text, normalized. */
export function markedParts(written: string, words: readonly string[]): readonly TextPart[] {
  const text = written.normalize();
  const pattern = patternOf(words);
  let at = 0;
  const parts: TextPart[] = [];
  for (const [place, piece] of (pattern === null ? [text] : text.split(pattern)).entries()) {
    // Every second piece is a match, because the pattern has exactly one group.
    if (piece !== '') parts.push({ text: piece, isHit: place % 2 === 1, at });
    at += piece.length;
  }
  return parts;
}

/** The part of a text around the first of the words, as one line, with '…' where something is left out. */
export function excerptOf(text: string, words: readonly string[]): string {
  const line = text.normalize().trim().replace(/\s+/g, ' ');
  const found = patternOf(words)?.exec(line)?.index ?? 0;
  const letters = charactersOf(line);
  const start = Math.max(0, charactersOf(line.slice(0, found)).length - EXCERPT_LEAD);
  const end = start + EXCERPT_LENGTH;
  const shown = letters.slice(start === 1 ? 0 : start, end).join('');
  return `${start > 1 ? '…' : ''}${shown}${end < letters.length ? '…' : ''}`;
}

/** Any of the words, the longest first; null without words. */
function patternOf(words: readonly string[]): RegExp | null {
  if (words.length === 0) return null;
  const longestFirst = words.toSorted((one, other) => other.length - one.length);
  return new RegExp(`(${longestFirst.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|')})`, 'iu');
}

/** The results so far. */
export interface Found {
  readonly messages: MessageHits;
  readonly incidents: IncidentHits;
}
export const nothingFound: Found = { messages: { hits: [], hasMore: false }, incidents: { hits: [], hasMore: false } };

export const isNothing = (found: Found) =>
  found.messages.hits.length + found.incidents.hits.length + unreadableHits(found) === 0;

/** The number of results that could not be read. */
export const unreadableHits = ({ messages, incidents }: Found) =>
  unreadableIn(messages.hits).length + unreadableIn(incidents.hits).length;
export const hasMore = ({ messages, incidents }: Found) => messages.hasMore || incidents.hasMore;

/** Two pages of hits, with what could not be read in them. */
const together = <Hit>(one: Hit[], more: Hit[]): Hit[] => madeOf([...one, ...more], one, more);

/** Adds a further page to the results. */
export const withMore = (found: Found, more: Found): Found => ({
  messages: { ...more.messages, hits: together(found.messages.hits, more.messages.hits) },
  incidents: { ...more.incidents, hits: together(found.incidents.hits, more.incidents.hits) },
});

/** The number of results as text, such as '2 incidents, 20+ messages'. */
export function countText({ messages, incidents }: Found): string {
  const parts = [
    [incidents, 'incident'],
    [messages, 'message'],
  ] as const;
  return parts
    .filter(([{ hits }]) => hits.length > 0)
    .map(
      ([{ hits, hasMore: more }, noun]) =>
        `${hits.length}${more ? '+' : ''} ${noun}${hits.length === 1 && !more ? '' : 's'}`,
    )
    .join(', ');
}

/** Why the search has failed. */
export const searchFailureText = (error: unknown) =>
  isNetworkFailure(error) ? UNREACHABLE : messageOr(error, 'The search has failed.');

/** The search parameters of /search, not validated yet. Anybody can write an address, so each may have any value. */
export interface SearchAddress {
  text?: unknown;
  chat?: unknown;
}
