import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

/**
 * Functions of browsers that are newer than scripts/kit/browsers.ts. Without one of them a login failed on every iPhone 8, and a chat
 * with a link crashed. A test in the browser that runs the journeys would not notice, because that one is new.
 */
const NEWER = [
  /AbortSignal\.any\b/,
  /\bURL\.(canParse|parse)\b/,
  /\bResponse\.json\b/,
  /\bPromise\.(withResolvers|try)\b/,
  /\b(Object|Map)\.groupBy\b/,
  /\bArray\.fromAsync\b/,
  /\b(Iterator|ReadableStream)\.from\b/,
  /\.((values|keys|entries)\(\)|matchAll\([^()]*\))\.(map|filter|some|find|every|reduce|flatMap|forEach|take|drop|toArray)\(/,
  /\.(isSubsetOf|isSupersetOf|isDisjointFrom|symmetricDifference)\(/,
  /\b(RegExp\.escape|Intl\.DurationFormat|Temporal\.|Error\.isError)/,
  /\.(checkVisibility|showPopover|togglePopover|requestClose|moveBefore|fromBase64|toBase64|getOrInsert)\(/,
  /\b(CloseWatcher|scheduler\.(yield|postTask))\b/,
];

/** A library asks before it uses it. */
const ASKED_FIRST = /URL\.canParse\?URL\.canParse\(\w+\):/g;

/** The code that members fetch. The service worker names all of it, and none of the workbench's. */
const worker = readFileSync('dist/sw.js', 'utf8');
const named = [...new Set(worker.match(/assets\/[\w.-]+\.(?:js|css)/g))];
const files = [
  ['sw.js', worker] as const,
  ...named.map((name) => [name, readFileSync(`dist/${name}`, 'utf8')] as const),
];
const ofType = (type: string) => files.filter(([name]) => name.endsWith(type));

describe('phones that get no newer browser (DECISIONS 404)', () => {
  it('lack no function that the app calls', () => {
    const used = ofType('.js').flatMap(([name, code]) =>
      NEWER.flatMap((newer) => {
        const found = newer.exec(code.replaceAll(ASKED_FIRST, ''));
        return found ? [`${name}: ${found[0]}`] : [];
      }),
    );
    expect(used).toEqual([]);
    expect(ofType('.js').length).toBeGreaterThan(20);
  });

  it('get styles without nested rules and without light-dark(), so that the app has its colours', () => {
    const styles = ofType('.css').map(([name, text]) => [name, text.match(/light-dark\(|[{};]\s*&/g) ?? []]);
    expect(styles.filter(([, found]) => found?.length)).toEqual([]);
    expect(styles.length).toBeGreaterThan(10);
  });
});
