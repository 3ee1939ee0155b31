import { afterEach, describe, expect, it } from 'vitest';
import { assign, createActor, fromCallback, type InspectionEvent, setup } from 'xstate';
import {
  createTrace,
  type EarlyEvent,
  offerTrace,
  type TraceAnswer,
  type TraceRecord,
} from '../../src/services/trace/trace';
import { TRACE_CHANNEL, watchActors } from '../../src/services/trace/trace.channel';

const lampMachine = setup({
  types: {
    context: {} as { count: number },
    events: {} as
      | {
          type: 'lamp.switch';
          password?: string;
          by?: unknown;
          messageId?: string;
          text?: string;
          phoneNumber?: string;
          latitude?: number;
          quantity?: number;
          error?: unknown;
        }
      | { type: 'field.changed'; name: string; value: string },
  },
  actors: { hand: fromCallback(() => {}) },
}).createMachine({
  id: 'lamp',
  context: { count: 0 },
  invoke: { id: 'hand', src: 'hand' },
  initial: 'dark',
  states: {
    dark: {
      on: {
        'lamp.switch': { target: 'lit', actions: assign({ count: ({ context }) => context.count + 1 }) },
        'field.changed': { target: 'dark' },
      },
    },
    lit: {
      on: {
        'lamp.switch': [{ guard: ({ event }) => event.by === 'the timer', target: 'dark' }, { target: 'dark' }],
      },
    },
  },
});

function lit() {
  const trace = createTrace(() => 1234);
  const lamp = createActor(lampMachine, { inspect: trace.inspect }).start();
  const actor = trace.actors().find(({ chart }) => chart === 'lamp');
  return { trace, lamp, key: actor?.key ?? '', records: () => trace.recordsOf(actor?.key ?? '') };
}
const last = (records: TraceRecord[]) => records.at(-1);

describe('the trace', () => {
  it('knows actors by their chart, and ports by their parent', () => {
    const { trace, key } = lit();
    const port = trace.actors().find(({ id }) => id === 'hand');
    expect(port).toMatchObject({ chart: null, parent: key });
  });

  it('keeps events, states after them and the transitions that were taken', () => {
    const { lamp, records } = lit();
    lamp.send({ type: 'lamp.switch', by: 'Mira' });
    expect(last(records())).toMatchObject({
      at: 1234,
      event: 'lamp.switch',
      payload: { by: 'Mira' },
      sender: null,
      value: 'lit',
      status: 'active',
      transitions: ['lamp.dark | lamp.switch | 0'],
    });
    // Alternatives that lead to the same state are told apart.
    lamp.send({ type: 'lamp.switch', by: 'Mira' });
    expect(last(records())).toMatchObject({ value: 'dark', transitions: ['lamp.lit | lamp.switch | 1'] });
  });

  it('keeps no secret, neither by name nor in a field called so', () => {
    const { lamp, records, trace } = lit();
    lamp.send({ type: 'field.changed', name: 'password', value: 'rescue-demo' });
    lamp.send({ type: 'lamp.switch', password: 'rescue-demo' });
    expect(last(records())?.payload).toEqual({ password: 'withheld' });
    const all = trace.actors().flatMap(({ key }) => trace.recordsOf(key));
    expect(JSON.stringify(all)).not.toContain('rescue-demo');
  });

  it('keeps no typed text, no phone number and no place; ids are kept', () => {
    const { lamp, records } = lit();
    lamp.send({
      type: 'lamp.switch',
      by: 'Mira',
      messageId: '7',
      text: 'She limps',
      phoneNumber: '9876543210',
      latitude: 18.5,
      quantity: 12,
    });
    expect(last(records())?.payload).toEqual({
      by: 'Mira',
      messageId: '7',
      text: 'text of 9',
      phoneNumber: 'text of 10',
      latitude: 'withheld',
      quantity: 'number',
    });
  });

  it('keeps the kind and the status of a failure, but not its message, which may quote what somebody typed', () => {
    const { lamp, records } = lit();
    lamp.send({ type: 'lamp.switch', error: new TypeError('She limps is not valid') });
    expect(last(records())?.payload).toEqual({ error: 'TypeError' });
    lamp.send({ type: 'lamp.switch', error: Object.assign(new Error('No user 9876543210'), { status: 404 }) });
    expect(last(records())?.payload).toEqual({ error: 'Error, status 404' });
    lamp.send({ type: 'lamp.switch', error: Object.assign(new Error('?'), { name: 'She limps', status: 'limps' }) });
    expect(last(records())?.payload).toEqual({ error: 'Error' });
  });

  it('holds no references to data of the app: values that are not plain are named by their kind', () => {
    const { lamp, records } = lit();
    lamp.send({ type: 'lamp.switch', by: [{ text: 'a message' }] });
    expect(last(records())?.payload).toEqual({ by: 'list of 1' });
    lamp.send({ type: 'lamp.switch', by: { text: 'a message', id: 7 } });
    expect(last(records())?.payload).toEqual({ by: 'object with text, id' });
    expect(() => structuredClone(records())).not.toThrow();
  });

  it('forgets what is older than the last 200 records of an actor', () => {
    const { lamp, records } = lit();
    for (let turn = 0; turn < 500; turn++) lamp.send({ type: 'lamp.switch', by: turn });
    expect(records()).toHaveLength(200);
    expect(last(records())?.payload).toEqual({ by: 499 });
  });

  it('begins with what actors did before it was loaded, at the time when they did it', () => {
    const early: EarlyEvent[] = [];
    const inspect = (event: InspectionEvent) => void early.push({ at: early.length, event });
    const lamp = createActor(lampMachine, { inspect }).start();
    const start = early.length;
    lamp.send({ type: 'lamp.switch', by: 'early' });
    lamp.send({ type: 'lamp.switch', by: 'later' });
    const trace = createTrace(() => 1234, early);
    const key = trace.actors().find(({ chart }) => chart === 'lamp')?.key ?? '';
    expect(trace.actors().find(({ id }) => id === 'hand')?.parent).toBe(key);
    const [first, second] = trace.recordsOf(key).slice(-2);
    expect(first).toMatchObject({ value: 'lit', transitions: ['lamp.dark | lamp.switch | 0'] });
    expect(first?.at).toBeGreaterThanOrEqual(start);
    expect(second?.at).toBeGreaterThan(first?.at ?? 0);
    expect(second?.at).toBeLessThan(early.length);
  });

  it('forgets the oldest of more than 100 actors', () => {
    const trace = createTrace();
    const keys = Array.from({ length: 120 }, () => {
      createActor(
        fromCallback(() => {}),
        { inspect: trace.inspect },
      ).start();
      return trace.actors().at(-1)?.key;
    });
    expect(trace.actors()).toHaveLength(100);
    expect(trace.actors().at(-1)?.key).toBe(keys.at(-1));
    expect(trace.recordsOf(keys[0] ?? '')).toEqual([]);
  });
});

describe('a workbench in another window', () => {
  const closings: (() => void)[] = [];
  afterEach(() => {
    for (const close of closings.splice(0)) close();
  });

  function open(follower: string) {
    const channel = new BroadcastChannel(TRACE_CHANNEL);
    const answers: TraceAnswer[] = [];
    channel.onmessage = ({ data }: MessageEvent) => {
      const isForOthers = data.type === 'trace.told' && data.follower !== follower;
      if (data.type !== 'trace.asked' && !isForOthers) answers.push(data);
    };
    closings.push(() => channel.close());
    return { answers, ask: () => channel.postMessage({ type: 'trace.asked', follower }) };
  }
  function workbench(trace: ReturnType<typeof createTrace>, now: () => number) {
    const channel = new BroadcastChannel(TRACE_CHANNEL);
    offerTrace(trace, 'page-1', channel, now);
    closings.push(() => channel.close());
    return open('first');
  }
  const texts = (answers: TraceAnswer[]) =>
    answers.map((answer) => (answer.type === 'trace.told' ? 'told' : String(answer.record.payload.by)));

  it('gets nothing until it asks, then all that is remembered, then each record', async () => {
    const { trace, lamp } = lit();
    const { answers, ask } = workbench(trace, () => 0);
    lamp.send({ type: 'lamp.switch', by: 'before' });
    ask();
    await expect.poll(() => texts(answers)).toEqual(['told']);
    expect(answers[0]).toMatchObject({ page: 'page-1' });
    expect(answers[0]?.type === 'trace.told' && answers[0].records.map(({ payload }) => payload.by)).toContain(
      'before',
    );
    lamp.send({ type: 'lamp.switch', by: 'after' });
    await expect.poll(() => texts(answers)).toEqual(['told', 'after']);
  });

  it('gets the present state of whoever runs, if it is the first to ask in this browser', async () => {
    const early: EarlyEvent[] = [];
    const first = createActor(lampMachine, { inspect: (event) => void early.push({ at: 1, event }) }).start();
    const channel = new BroadcastChannel(TRACE_CHANNEL);
    closings.push(() => channel.close());
    const inspect = watchActors('page-1', early, channel);
    const [second, stopped] = [createActor(lampMachine, { inspect }), createActor(lampMachine, { inspect })];
    second.start().send({ type: 'lamp.switch', by: 'before' });
    stopped.start().stop();
    const { answers, ask } = open('first');
    ask();
    await expect.poll(() => texts(answers)).toEqual(['told']);
    const told = answers[0]?.type === 'trace.told' ? answers[0] : null;
    const lamps = told?.actors.filter(({ chart }) => chart === 'lamp') ?? [];
    const states = lamps.map(({ key }) =>
      told?.records.filter(({ actor }) => actor === key).map(({ event, value }) => [event, value]),
    );
    expect(states).toEqual([[['trace.began', 'dark']], [['trace.began', 'lit']]]);
    // Their ports, too.
    expect(told?.actors.map(({ parent }) => parent)).toEqual([null, lamps[0]?.key, null, lamps[1]?.key]);
    second.send({ type: 'lamp.switch', by: 'after' });
    await expect.poll(() => texts(answers)).toEqual(['told', 'after']);
    first.stop();
  });

  it('gets nothing any more if it has not asked again for 10 s, and everything again when it does', async () => {
    const { trace, lamp } = lit();
    let time = 0;
    const { answers, ask } = workbench(trace, () => time);
    ask();
    await expect.poll(() => texts(answers)).toEqual(['told']);
    time = 10_000;
    lamp.send({ type: 'lamp.switch', by: 'in time' });
    time = 10_001;
    lamp.send({ type: 'lamp.switch', by: 'too late' });
    ask();
    await expect.poll(() => texts(answers)).toEqual(['told', 'in time', 'told']);
  });

  it('gets all records so far although another one has asked before, and each later record once', async () => {
    const { trace, lamp } = lit();
    const first = workbench(trace, () => 0);
    const second = open('second');
    lamp.send({ type: 'lamp.switch', by: 'before' });
    first.ask();
    await expect.poll(() => texts(first.answers)).toEqual(['told']);
    second.ask();
    await expect.poll(() => texts(second.answers)).toEqual(['told']);
    expect(second.answers[0]).toMatchObject({ actors: trace.actors() });
    expect(JSON.stringify(second.answers[0])).toContain('"by":"before"');
    first.ask();
    second.ask();
    lamp.send({ type: 'lamp.switch', by: 'after' });
    for (const { answers } of [first, second]) await expect.poll(() => texts(answers)).toEqual(['told', 'after']);
  });

  it('still gets records while another one has stopped asking', async () => {
    const { trace, lamp } = lit();
    let time = 0;
    const first = workbench(trace, () => time);
    const second = open('second');
    first.ask();
    await expect.poll(() => texts(first.answers)).toEqual(['told']);
    time = 10_001;
    second.ask();
    await expect.poll(() => texts(second.answers)).toEqual(['told']);
    lamp.send({ type: 'lamp.switch', by: 'after' });
    await expect.poll(() => texts(second.answers)).toEqual(['told', 'after']);
  });
});
