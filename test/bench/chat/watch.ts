// Runs in every page that is measured, before the page's own scripts, and is the same for all of them. It tells when a text was
// painted, when the key or button was pressed, and when the frame arrived that brought the text.

/** What a page under measurement offers, as `window.watch`. Times are milliseconds since the navigation began. */
export interface Watch {
  /**
   * Resolves when a text is visible in an element that matches `within`, and the frame that first shows it has been painted.
   * @throws Error when that takes more than a minute
   */
  painted(text: string, within?: string): Promise<Painted>;
  /** Resolves when anything other than 'Loading…' has been painted, with the time. */
  meaningful(): Promise<number>;
  /** The sum of all layout shifts so far that did not follow an input. */
  shifts(): number;
  /** Bytes that came over the network since the navigation: headers and bodies of all answers, and what the socket brought. */
  bytes(): number;
}

export interface Painted {
  readonly at: number;
  /** The last press of Enter, or click. */
  readonly pressed: number;
  /** When the socket delivered the first frame with this text; null where it came otherwise. */
  readonly received: number | null;
}

declare global {
  interface Window {
    watch: Watch;
  }
}

/** Something that this page waits for. */
interface Wish {
  /** Its element; null while it is not in the document. */
  find(): Element | null;
  /** Whether it can be seen, now that the frame with it has been painted. */
  isSeen(element: Element): boolean;
  fulfil(): void;
}

/** How long anything may take to be painted, in milliseconds. */
const LONGEST = 60_000;
const wishes = new Set<Wish>();
/** When the socket delivered the texts that are waited for. */
const arrivals = new Map<string, number | null>();
let pressed = Number.NaN;
let socketBytes = 0;
let shifts = 0;
let isLooking = false;
/** Something has changed since the frame that is being looked at. */
let hasChanged = false;

/** Looks for all wishes in the next frame. What is in the document but not visible yet is looked for again in the following frame. */
function look(): void {
  hasChanged = true;
  if (isLooking || wishes.size === 0) return;
  isLooking = true;
  requestAnimationFrame(() => {
    hasChanged = false;
    const found = [...wishes].flatMap((wish) => {
      const element = wish.find();
      return element ? [{ wish, element }] : [];
    });
    // The message comes after this frame has been painted: its layout is done, so asking for it costs nothing.
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      isLooking = false;
      for (const { wish, element } of found) {
        if (!wish.isSeen(element)) continue;
        wishes.delete(wish);
        wish.fulfil();
      }
      if (hasChanged || found.some(({ wish }) => wishes.has(wish))) look();
    };
    port2.postMessage(null);
  });
}

/** The first element that contains a text, inside those that match `within`. */
function findText(text: string, within: string): Element | null {
  for (const place of document.querySelectorAll(within)) {
    const texts = document.createTreeWalker(place, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) if (texts.currentNode.nodeValue?.includes(text)) return texts.currentNode.parentElement;
  }
  return null;
}

function isOnScreen(element: Element): boolean {
  const { top, bottom, width } = element.getBoundingClientRect();
  const isInside = width > 0 && top >= 0 && bottom <= innerHeight;
  return isInside && element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
}

const isMeaningful = () =>
  document.body.innerText.replace('Loading…', '').trim() !== '' ||
  [...document.body.querySelectorAll('img, svg')].some(isOnScreen);

window.watch = {
  painted: (text, within = '[role=log]') =>
    new Promise((resolve, reject) => {
      setTimeout(() => reject(new Error(`Not painted in time: ${text}`)), LONGEST);
      arrivals.set(text, null);
      wishes.add({
        find: () => findText(text, within),
        isSeen: isOnScreen,
        fulfil: () => resolve({ at: performance.now(), pressed, received: arrivals.get(text) ?? null }),
      });
      look();
    }),
  meaningful: () =>
    new Promise((resolve) => {
      wishes.add({
        find: () => document.body,
        isSeen: isMeaningful,
        fulfil: () => resolve(performance.now()),
      });
      look();
    }),
  shifts: () => shifts,
  bytes: () => {
    const answers = [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')];
    return answers.reduce((sum, answer) => sum + (answer as PerformanceResourceTiming).transferSize, socketBytes);
  },
};

new MutationObserver(look).observe(document, { childList: true, subtree: true, characterData: true });

new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) {
    const { value, hadRecentInput } = entry as PerformanceEntry & { value: number; hadRecentInput: boolean };
    if (!hadRecentInput) shifts += value;
  }
}).observe({ type: 'layout-shift', buffered: true });

const notePress = (event: Event) => {
  if (!(event instanceof KeyboardEvent) || event.key === 'Enter') pressed = event.timeStamp;
};
window.addEventListener('keydown', notePress, true);
window.addEventListener('click', notePress, true);

window.WebSocket = class extends WebSocket {
  constructor(address: string | URL, protocols?: string | string[]) {
    super(address, protocols);
    this.addEventListener('message', ({ data }) => {
      socketBytes += data.length;
      for (const [text, at] of arrivals) if (at === null && data.includes(text)) arrivals.set(text, performance.now());
    });
  }
};
