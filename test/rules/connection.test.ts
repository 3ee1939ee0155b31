import { expect, it } from 'vitest';
import { connectionNews } from '../../src/rules/session/connectionTexts';

/** What is said while the connection goes through these states. */
function heard(...states: readonly string[]): string[] {
  let told = 'connected';
  return states.flatMap((state) => {
    const news = connectionNews(told, state);
    if (news === null) return [];
    told = state;
    return news;
  });
}

const LOST = 'Connection lost. Reconnecting…';
const OFFLINE = 'You are offline. Messages wait until you are back.';
const BACK = 'Connected again.';

it.each([
  ['a start', ['connecting', 'connected'], []],
  [
    'a connection that is back at the third try',
    ['waiting', 'connecting', 'waiting', 'connecting', 'connected'],
    [LOST, BACK],
  ],
  ['a start that fails at first', ['connecting', 'waiting', 'connecting', 'connected'], [LOST, BACK]],
  ['a second loss', ['waiting', 'connecting', 'connected', 'waiting'], [LOST, BACK, LOST]],
  ['a network that is lost, and a try by hand', ['offline', 'connecting', 'offline'], [OFFLINE]],
  [
    'a network that is back, but not the server',
    ['offline', 'connecting', 'waiting', 'connecting', 'waiting'],
    [OFFLINE, LOST],
  ],
  ['the end of a session', ['connecting', 'connected', 'stopped'], []],
])('says once what has changed: %s', (_, states, sentences) => {
  expect(heard(...states)).toEqual(sentences);
});
