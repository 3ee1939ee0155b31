import { describe, expect, it } from 'vitest';
import { message } from '../../rules/samples';
import { arrived, delivering, published } from './delivering';
import { echoOf } from './samples';

describe('a message on its way', () => {
  it('is published on every fresh connection until its echo comes, and never after', () => {
    const { topic, outbox } = delivering();
    topic.emit({ type: 'topic.opened' });
    topic.emit({ type: 'topic.lost' });
    topic.emit({ type: 'topic.opened' });
    expect(topic.received).toEqual([published, published]);
    topic.emit(arrived(echoOf('c1', '7')));
    expect(outbox.received).toEqual([{ type: 'delivery.confirmed', clientMessageId: 'c1' }]);
    expect(topic.running).toBe(false);
  });

  it('is published again after 10 s, 20 s … 60 s without an echo, so that a server in trouble is not pressed', () => {
    const { clock, topic } = delivering();
    topic.emit({ type: 'topic.opened' });
    for (const [tries, seconds] of [10, 20, 30, 40, 50, 60, 60, 60].entries()) {
      clock.increment(seconds * 1000 - 1);
      expect(topic.received).toHaveLength(tries + 1);
      clock.increment(1);
      expect(topic.received).toHaveLength(tries + 2);
    }
  });

  it('is refused when three connections in a row have ended with an ERROR over it', () => {
    const { topic, outbox } = delivering();
    const end = (byError: boolean) => {
      topic.emit({ type: 'topic.opened' });
      topic.emit({ type: 'topic.lost', byError });
    };
    for (const byError of [true, true, false, true, true]) end(byError);
    expect(outbox.received).toEqual([]);
    end(true);
    expect(topic.received).toHaveLength(6);
    expect(outbox.received).toEqual([
      { type: 'delivery.refused', clientMessageId: 'c1', reason: 'The message could not be sent.' },
    ]);
    expect(topic.running).toBe(false);
  });

  it('is confirmed by an echo that comes while there is no connection any more', () => {
    const { topic, outbox } = delivering();
    topic.emit({ type: 'topic.opened' });
    topic.emit({ type: 'topic.lost' });
    topic.emit(arrived(echoOf('c1', '7')));
    expect(outbox.received).toEqual([{ type: 'delivery.confirmed', clientMessageId: 'c1' }]);
  });

  it('is not confirmed by what somebody else has sent under the same clientMessageId', () => {
    const { topic, outbox } = delivering();
    topic.emit({ type: 'topic.opened' });
    topic.emit(arrived(echoOf('c1', '7', { sender: message().sender })));
    expect(outbox.received).toEqual([]);
  });
});
