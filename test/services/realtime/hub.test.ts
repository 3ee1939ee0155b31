import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  createHub,
  type Hub,
  type Link,
  type TopicListener,
  type TopicState,
} from '../../../src/services/realtime/hub';

/** A connection that keeps what is asked of it, and takes a subscription when the test says so. */
function scriptedLink() {
  const live: { topic: string; opened(state: TopicState): void; arrived(body: string): void }[] = [];
  const published: [string, string][] = [];
  const link: Link = {
    subscribe(topic, opened, arrived) {
      const subscription = { topic, opened, arrived };
      live.push(subscription);
      return () => live.splice(live.indexOf(subscription), 1);
    },
    publish: (destination, body) => published.push([destination, body]) > 0,
  };
  const of = (topic: string) => live.filter((one) => one.topic === topic);
  return {
    link,
    published,
    topics: () => live.map(({ topic }) => topic),
    open: (topic: string, state: TopicState = {}) => of(topic).forEach((one) => void one.opened(state)),
    say: (topic: string, body: string) => of(topic).forEach((one) => void one.arrived(body)),
  };
}

/** A listener that keeps what it hears. */
function listener(more: Partial<TopicListener> = {}) {
  const heard: string[] = [];
  return {
    heard,
    opened: () => void heard.push('opened'),
    lost: (byError: boolean) => void heard.push(byError ? 'lost by an error' : 'lost'),
    refused: () => void heard.push('refused'),
    arrived: (body: string) => void heard.push(body),
    ...more,
  };
}
const soon = () => new Promise<void>((resolve) => queueMicrotask(resolve));
const [chat, groups] = ['/topic/gchat', '/topic/groups/1'];

let hub: Hub;
beforeEach(() => {
  hub = createHub();
});

afterEach(() => {
  vi.useRealTimers();
});

describe('the hub of topics', () => {
  it('subscribes once for all listeners of a topic, and ends it with the last of them', () => {
    const { link, topics, open, say } = scriptedLink();
    const [a, b] = [listener(), listener()];
    hub.connected(link);
    const leaveA = hub.listen(chat, a);
    const leaveB = hub.listen(chat, b);
    expect(topics()).toEqual([chat]);
    open(chat);
    say(chat, 'one');
    leaveA();
    leaveA();
    say(chat, 'two');
    expect(a.heard).toEqual(['opened', 'one']);
    expect(b.heard).toEqual(['opened', 'one', 'two']);
    leaveB();
    expect(topics()).toEqual([]);
  });

  it('subscribes to every wanted topic once per connection, in the order in which they were first wanted', () => {
    const [first, second] = [scriptedLink(), scriptedLink()];
    const a = listener();
    hub.listen(chat, a);
    hub.listen(groups, listener());
    hub.listen(chat, listener());
    hub.connected(first.link);
    expect(first.topics()).toEqual([chat, groups]);
    first.open(chat);
    hub.disconnected();
    hub.connected(second.link);
    expect(second.topics()).toEqual([chat, groups]);
    second.open(chat);
    second.say(chat, 'again');
    expect(a.heard).toEqual(['opened', 'lost', 'opened', 'again']);
  });

  it('ignores a connection that is gone', () => {
    const [first, second] = [scriptedLink(), scriptedLink()];
    const a = listener();
    hub.listen(chat, a);
    hub.connected(first.link);
    hub.disconnected();
    first.open(chat);
    first.say(chat, 'late');
    expect(a.heard).toEqual([]);
    hub.connected(second.link);
    first.open(chat);
    expect(a.heard).toEqual([]);
  });

  it('tells a later listener, and only that one, soon that the topic is open', async () => {
    const { link, open, topics } = scriptedLink();
    const [a, b, c] = [listener(), listener(), listener()];
    hub.connected(link);
    hub.listen(chat, a);
    open(chat);
    hub.listen(chat, b);
    hub.listen(chat, c)();
    expect(b.heard).toEqual([]);
    await soon();
    expect([a.heard, b.heard, c.heard]).toEqual([['opened'], ['opened'], []]);
    expect(topics()).toEqual([chat]);
  });

  it('passes on what the server says about the time before; later listeners get only how long there was no news', async () => {
    vi.useFakeTimers({ toFake: ['performance', 'Date'] });
    const { link, open, say } = scriptedLink();
    const said: TopicState[] = [];
    const listen = () => hub.listen(chat, listener({ opened: (state: TopicState) => said.push(state) }));
    hub.connected(link);
    listen();
    open(chat, { latest: '7', quietFor: 100 });
    vi.advanceTimersByTime(50);
    listen();
    await soon();
    vi.advanceTimersByTime(10);
    say(chat, 'one');
    vi.advanceTimersByTime(20);
    listen();
    await soon();
    expect(said).toEqual([{ latest: '7', quietFor: 100 }, { quietFor: 150 }, { quietFor: 20 }]);
  });

  it('does not tell a later listener that the topic is open if the connection is lost before that', async () => {
    const { link, open } = scriptedLink();
    const b = listener();
    hub.connected(link);
    hub.listen(chat, listener());
    open(chat);
    hub.listen(chat, b);
    hub.disconnected();
    await soon();
    expect(b.heard).toEqual(['lost']);
  });

  it('says again that the topic is open when the server confirms a subscription that was assumed to work', () => {
    const { link, open } = scriptedLink();
    const a = listener();
    hub.connected(link);
    hub.listen(chat, a);
    open(chat);
    open(chat);
    expect(a.heard).toEqual(['opened', 'opened']);
  });

  it('says that a topic is lost only if it was open', () => {
    const { link } = scriptedLink();
    const a = listener();
    hub.listen(chat, a);
    hub.disconnected();
    hub.connected(link);
    hub.disconnected();
    expect(a.heard).toEqual([]);
  });

  it('says whether the server has ended the connection because of something that was sent on it', () => {
    const { link, open } = scriptedLink();
    const a = listener();
    hub.connected(link);
    hub.listen(chat, a);
    open(chat);
    hub.disconnected(true);
    expect(a.heard).toEqual(['opened', 'lost by an error']);
  });

  it('tells only the listeners of a topic that it is refused, and asks for it once more after 30 s', () => {
    vi.useFakeTimers();
    const { link, open, topics } = scriptedLink();
    const [a, b] = [listener(), listener()];
    hub.connected(link);
    hub.listen(chat, a);
    hub.listen(groups, b);
    open(chat);
    hub.refuse(chat);
    hub.refuse(chat);
    hub.refuse('/app/gchat/send');
    expect([a.heard, b.heard]).toEqual([['opened', 'refused', 'refused'], []]);
    vi.advanceTimersByTime(29_999);
    expect(topics()).toEqual([groups]);
    vi.advanceTimersByTime(1);
    expect(topics()).toEqual([groups, chat]);
    open(chat);
    expect(a.heard.at(-1)).toBe('opened');
  });

  it('asks at once for a refused topic if its chat may be open again, and for no topic twice (DECISIONS 292)', () => {
    vi.useFakeTimers();
    const { link, open, topics } = scriptedLink();
    const a = listener();
    hub.retry(chat);
    hub.listen(chat, a);
    hub.retry(chat);
    hub.connected(link);
    hub.retry(chat);
    expect(topics()).toEqual([chat]);
    hub.refuse(chat);
    expect(topics()).toEqual([]);
    hub.retry(chat);
    open(chat);
    vi.advanceTimersByTime(60_000);
    expect([topics(), a.heard]).toEqual([[chat], ['refused', 'opened']]);
  });

  it('does not ask again for a refused topic that nobody wants, or that another connection has', () => {
    vi.useFakeTimers();
    const [first, second] = [scriptedLink(), scriptedLink()];
    hub.connected(first.link);
    const leave = hub.listen(chat, listener());
    hub.listen(groups, listener());
    hub.refuse(chat);
    hub.refuse(groups);
    leave();
    hub.disconnected();
    hub.connected(second.link);
    vi.advanceTimersByTime(60_000);
    expect([first.topics(), second.topics()]).toEqual([[], [groups]]);
  });

  it('does not call a listener that has left, even if it left while all were being called', () => {
    const { link, open, say } = scriptedLink();
    let leaveB = () => {};
    const a = listener({ arrived: () => leaveB() });
    const b = listener();
    hub.connected(link);
    hub.listen(chat, a);
    leaveB = hub.listen(chat, b);
    open(chat);
    say(chat, 'one');
    expect(b.heard).toEqual(['opened']);
  });

  it('calls a listener that came while all were being called once, and only about what happens from then on', async () => {
    const { link, open, say } = scriptedLink();
    const [atOpening, atMessage] = [listener(), listener()];
    hub.connected(link);
    hub.listen(
      chat,
      listener({
        opened: () => void hub.listen(chat, atOpening),
        arrived: () => void hub.listen(chat, atMessage),
      }),
    );
    open(chat);
    await soon();
    say(chat, 'one');
    await soon();
    expect(atOpening.heard).toEqual(['opened', 'one']);
    expect(atMessage.heard).toEqual(['opened']);
  });

  it('can be listened to again after the last listener has left', () => {
    const { link, open, say, topics } = scriptedLink();
    hub.connected(link);
    hub.listen(chat, listener())();
    const a = listener();
    hub.listen(chat, a);
    open(chat);
    say(chat, 'one');
    expect(topics()).toEqual([chat]);
    expect(a.heard).toEqual(['opened', 'one']);
  });

  it('publishes if there is a connection, and returns false if there is none', () => {
    const { link, published } = scriptedLink();
    expect(hub.publish('/app/gchat/send', '{}')).toBe(false);
    hub.connected(link);
    expect(hub.publish('/app/gchat/send', '{"text":"Dog"}')).toBe(true);
    hub.disconnected();
    expect(hub.publish('/app/gchat/send', '{}')).toBe(false);
    expect(published).toEqual([['/app/gchat/send', '{"text":"Dog"}']]);
  });

  it('returns false, too, if the connection is closing', () => {
    hub.connected({ ...scriptedLink().link, publish: () => false });
    expect(hub.publish('/app/gchat/send', '{}')).toBe(false);
  });
});
