import { expect } from 'vitest';
import { type Address, comparedIn, readAddress } from '../../../src/inspector/address';
import type { Coverage } from '../../../src/inspector/chart/coverage';
import type { Drawing } from '../../../src/inspector/chart/layout';
import { type ChartModel, readChart } from '../../../src/inspector/chart/model';
import { chartAt, drawnIn, strayPartIn } from '../../../src/inspector/shown';
import {
  type LayoutInput,
  type VersionInput,
  type WorkbenchSnapshot,
  workbenchMachine,
} from '../../../src/inspector/workbench.machine';
import { testMutants } from '../../kit/mutants';
import { broken, done, failed, promisePort, streamPort, testWalk, walkOf } from '../../kit/walk';
import foreign from './foreign';

const models = foreign.charts.map(({ machine }) => readChart(machine));
const lamp = models[0] as ChartModel;
const drawing: Drawing = { width: 10, height: 10, boxes: [], arrows: [] };
const older: ChartModel = { ...lamp, transitions: [] };
const coverage: Coverage = { walks: [{ machine: 'lamp', level: 'chart', paths: [] }], uncaused: [], rules: {} };
const file = new File(['{}'], 'lamp.json');

const props = () => ({
  ports: {
    address: streamPort(),
    layOut: promisePort<Drawing, LayoutInput>(),
    readChart: promisePort<{ readonly title: string; readonly chart: ChartModel }, { readonly file: File }>(),
    readVersion: promisePort<{ readonly title: string; readonly chart: ChartModel } | null, VersionInput>(),
    readCoverage: promisePort<Coverage, { readonly file: File }>(),
  },
});
type Setup = ReturnType<typeof props> & { read<T>(select: (snapshot: WorkbenchSnapshot) => T): T };
const contextOf = (setup: Setup) => setup.read(({ context }) => context);
const at = (address: Partial<Address>): Address => ({ ...readAddress('#/lamp/drawing'), ...address });
/** The state stays, and something else is true. */
const here = (sees: (setup: Setup) => void) => (snapshot: WorkbenchSnapshot) => ({ to: String(snapshot.value), sees });
const layingOut = (sees: (setup: Setup) => void) => ({ to: 'drawing', sees });

/** A press with a sample, and a transition without an event. */
const steps = [
  { transition: '0', payload: 'a blow' },
  { transition: '3', payload: null },
];

const chartIn = (snapshot: WorkbenchSnapshot) => chartAt(snapshot.context).id;
/** Another chart is opened, and nothing of the chart before is left. */
const opens = (id: string) =>
  layingOut((setup) => {
    expect([chartAt(contextOf(setup)).id, contextOf(setup).drawing]).toEqual([id, null]);
    const { compared, comparedWith, zoom, collapsed, drafts } = contextOf(setup);
    expect([compared, comparedWith, zoom, collapsed.size, drafts]).toEqual([null, null, null, 0, {}]);
    expect(setup.ports.layOut.calls.at(-1)?.chart.id).toBe(id);
  });

/** Whether a link leads to what is open: the chart alone, without another version. */
const isOpen = (snapshot: WorkbenchSnapshot, chart = 'lamp') =>
  chartIn(snapshot) === chart && comparedIn(snapshot.context.address) === '';
/** The address names a version that is not there. */
const lacksVersion = ({ context }: WorkbenchSnapshot) =>
  comparedIn(context.address) !== '' && context.compared === null;
/** It was not asked for, or that was interrupted. */
const isToBeFetched = (snapshot: WorkbenchSnapshot) => lacksVersion(snapshot) && snapshot.context.lost === null;
/** The version in the address is fetched. */
const fetching = {
  to: 'fetching',
  sees: (setup: Setup) => {
    expect(setup.ports.readVersion.calls.at(-1)).toMatchObject({ chart: { id: 'lamp' }, since: 'abc' });
    expect(contextOf(setup).lost).toBe(null);
  },
};

/** In the closed state 'on'. */
const HIDDEN = 'lamp.on.bright | xstate.after.500.lamp.on.bright | 0';
/** A part in the state 'on' is chosen: the state is opened if it is closed. */
const choosing = (part: string) => (snapshot: WorkbenchSnapshot) => {
  const isClosed = chartIn(snapshot) === 'lamp' && snapshot.context.collapsed.has('on');
  const sees = (setup: Setup) => {
    const { address, collapsed } = contextOf(setup);
    expect([address.part, collapsed.size]).toEqual([part, isClosed ? 0 : snapshot.context.collapsed.size]);
    if (isClosed && !isToBeFetched(snapshot)) expect(setup.ports.layOut.calls.at(-1)?.collapsed).toBe(collapsed);
  };
  if (!isClosed) return here(sees)(snapshot);
  return { to: isToBeFetched(snapshot) ? 'fetching' : 'drawing', sees };
};

const everywhere = {
  'another path': (snapshot: WorkbenchSnapshot) =>
    isOpen(snapshot)
      ? here((setup) => expect(contextOf(setup).address.trail).toEqual([{ transition: '1', payload: null }]))(snapshot)
      : opens('lamp'),
  'a link of the giant': (snapshot: WorkbenchSnapshot) =>
    isOpen(snapshot)
      ? here((setup) => expect([contextOf(setup).address.caller, contextOf(setup).drafts]).toEqual(['Giant', {}]))(
          snapshot,
        )
      : opens('lamp'),
  'no such view': (snapshot: WorkbenchSnapshot) =>
    isOpen(snapshot) ? here((setup) => expect(contextOf(setup).address.strayTab).toBe('foo'))(snapshot) : opens('lamp'),
  'another chart': (snapshot: WorkbenchSnapshot) =>
    isOpen(snapshot, 'house') ? here(() => {})(snapshot) : opens('house'),
  'a link to a version': (snapshot: WorkbenchSnapshot) =>
    chartIn(snapshot) === 'lamp' && comparedIn(snapshot.context.address) === 'abc'
      ? here(() => {})(snapshot)
      : fetching,
  'a link to what is gone': (snapshot: WorkbenchSnapshot) => everywhere['a link to a version'](snapshot),
  'a link to what is there': (snapshot: WorkbenchSnapshot) => everywhere['a link to a version'](snapshot),
  // It lists all charts since that version, and compares none of them.
  'the list of all changes': (snapshot: WorkbenchSnapshot) =>
    isOpen(snapshot) ? here(() => {})(snapshot) : opens('lamp'),
  'fetched again': (snapshot: WorkbenchSnapshot) => (lacksVersion(snapshot) ? fetching : layingOut(() => {})),
  'a step': here((setup) => {
    expect(contextOf(setup).address.trail).toEqual(steps);
    expect(setup.ports.address.received.at(-1)).toMatchObject({ type: 'address.write', address: { trail: steps } });
  }),
  undone: here((setup) => expect(contextOf(setup).address.trail).toEqual(steps.slice(0, 1))),
  'begun again': here((setup) => expect(contextOf(setup).address.trail).toEqual([])),
  searched: here((setup) => expect(contextOf(setup).search).toBe('press')),
  'the giant chosen': here((setup) => {
    const { address, drafts } = contextOf(setup);
    expect([address.caller, drafts]).toEqual(['Giant', {}]);
    expect(setup.ports.address.received.at(-1)).toMatchObject({ type: 'address.write', address: { caller: 'Giant' } });
  }),
  'a sample chosen': here((setup) => expect(contextOf(setup).drafts.break).toEqual({ title: 'a blow', text: null })),
  // What was typed stays as it is, although it is no JSON.
  'a payload typed': here((setup) => expect(contextOf(setup).drafts.break?.text).toBe('{"strength"')),
  'much larger': here((setup) => expect(contextOf(setup).zoom).toBe(2)),
  'much smaller': here((setup) => expect(contextOf(setup).zoom).toBe(0.05)),
  'a state closed or opened': (snapshot: WorkbenchSnapshot) => ({
    to: isToBeFetched(snapshot) ? 'fetching' : 'drawing',
    sees: (setup: Setup) => {
      const was = snapshot.context.collapsed.has('on');
      expect([...contextOf(setup).collapsed]).toEqual(was ? [] : ['on']);
      if (!isToBeFetched(snapshot)) expect(setup.ports.layOut.calls.at(-1)?.collapsed).toBe(contextOf(setup).collapsed);
    },
  }),
  'a hidden part chosen': choosing('on.soft'),
  'a link to a hidden part': (snapshot: WorkbenchSnapshot) => {
    if (!isOpen(snapshot)) return opens('lamp');
    return snapshot.context.address.part === HIDDEN ? here(() => {})(snapshot) : choosing(HIDDEN)(snapshot);
  },
  'comparison ended': layingOut((setup) => {
    const { compared, comparedWith, lost } = contextOf(setup);
    expect([compared, comparedWith, lost]).toEqual([null, null, null]);
    expect(setup.ports.address.received.at(-1)).toMatchObject({ type: 'address.write', address: { since: '' } });
  }),
  // Until it has been read, the address is a link to what is still compared.
  'a file chosen': (snapshot: WorkbenchSnapshot) => ({
    to: 'comparing',
    sees: (setup: Setup) => {
      const { address, compared } = contextOf(setup);
      expect([address.since, compared]).toEqual([snapshot.context.address.since, snapshot.context.compared]);
    },
  }),
  'the marking ended': here((setup) =>
    expect([contextOf(setup).coverage, contextOf(setup).level]).toEqual([null, null]),
  ),
  'coverage chosen': 'covering',
  'a level chosen': here((setup) => expect(contextOf(setup).level).toBe('server')),
  'the address fails': 'failed',
};
/** A link to the open chart leads on from a file that could not be read: the chart is drawn, if it was not yet. */
const afterFile = Object.fromEntries(
  (
    [
      'another path',
      'a link of the giant',
      'no such view',
      'another chart',
      'a link to a version',
      'a link to what is gone',
      'a link to what is there',
      'the list of all changes',
      'a link to a hidden part',
    ] as const
  ).map((link) => [
    link,
    (snapshot: WorkbenchSnapshot) => {
      const way = everywhere[link](snapshot);
      if (way.to !== String(snapshot.value) || snapshot.context.drawing !== null) return way;
      return isToBeFetched(snapshot) ? fetching : layingOut(() => {});
    },
  ]),
);
const walk = walkOf({
  machine: workbenchMachine,
  props,
  input: () => ({ catalogue: foreign, models, unread: [], address: readAddress('') }),
  key: ({ context }: WorkbenchSnapshot) => [
    chartAt(context).id,
    comparedIn(context.address),
    context.compared !== null,
    context.drawing !== null,
    context.collapsed.size,
    context.lost,
  ],
  samples: {
    'another path': { type: 'address.changed', address: at({ trail: [{ transition: '1', payload: null }] }) },
    'a link of the giant': { type: 'address.changed', address: at({ caller: 'Giant' }) },
    'no such view': { type: 'address.changed', address: readAddress('#/lamp/foo') },
    'another chart': { type: 'address.changed', address: at({ chart: 'house' }) },
    'a link to a version': { type: 'address.changed', address: at({ since: 'abc' }) },
    'a link to what is gone': { type: 'address.changed', address: at({ since: 'abc', part: 'GONE' }) },
    'a link to what is there': { type: 'address.changed', address: at({ since: 'abc', part: 'on' }) },
    'the list of all changes': { type: 'address.changed', address: at({ tab: 'all-changes', since: 'abc' }) },
    'fetched again': { type: 'version.retry' },
    'version fetched': done('readVersion', { title: 'then', chart: older }),
    'version not known': done('readVersion', null),
    'version not fetched': failed('readVersion', new Error('offline')),
    'the marking ended': { type: 'coverage.end' },
    'a step': { type: 'address.replace', address: { trail: steps } },
    undone: { type: 'address.replace', address: { trail: steps.slice(0, 1) } },
    'begun again': { type: 'address.replace', address: { trail: [] } },
    searched: { type: 'search.type', text: 'press' },
    'the giant chosen': { type: 'caller.choose', name: 'Giant' },
    'a sample chosen': { type: 'sample.choose', event: 'break', title: 'a blow' },
    'a payload typed': { type: 'payload.type', event: 'break', text: '{"strength"' },
    'much larger': { type: 'zoom.set', zoom: 9 },
    'much smaller': { type: 'zoom.set', zoom: 0.01 },
    'a state closed or opened': { type: 'state.toggle', state: 'on' },
    'a hidden part chosen': { type: 'address.replace', address: { part: 'on.soft' } },
    'a link to a hidden part': { type: 'address.changed', address: at({ part: HIDDEN }) },
    'comparison ended': { type: 'comparison.end' },
    'a file chosen': { type: 'file.compare', file },
    'coverage chosen': { type: 'coverage.open', file },
    'a level chosen': { type: 'level.choose', level: 'server' },
    'coverage read': done('readCoverage', coverage),
    'coverage unreadable': failed('readCoverage', new Error('JSON')),
    'tried again': { type: 'drawing.retry' },
    drawn: done('layOut', drawing),
    'not drawn': failed('layOut', new Error('ELK')),
    'file read': done('readChart', { title: 'a year ago', chart: older }),
    'file unreadable': failed('readChart', new Error('JSON')),
    'the address fails': broken('address'),
  },
  ways: [
    ...['the giant chosen', 'a link of the giant', 'another chart'].map((forgetting) => ({
      way: ['a sample chosen', forgetting],
      sees: (setup: Setup) => expect(contextOf(setup).drafts).toEqual({}),
    })),
    // What only the other version has is not chosen any more once it is not shown. The link may be opened before that version is there.
    ...[
      [['a link to what is gone', 'version fetched'], null],
      [['a link to what is gone', 'version fetched', 'comparison ended'], null],
      [['a link to what is gone'], null],
      [['a link to what is gone', 'version not known'], 'GONE'],
      [['a link to what is gone', 'version not fetched'], 'GONE'],
    ].map(([way, stray]) => ({ way, sees: (setup: Setup) => expect(strayPartIn(contextOf(setup))).toBe(stray) })),
    {
      way: ['a link to what is gone', 'comparison ended'],
      sees: (setup: Setup) => expect(contextOf(setup).address.part).toBe(null),
    },
    {
      way: ['a link to what is there', 'comparison ended'],
      sees: (setup: Setup) => expect(contextOf(setup).address.part).toBe('on'),
    },
    // The address is written anew, without the view that does not exist, so nothing is said of it any more.
    ...['a step', 'the giant chosen'].map((written) => ({
      way: ['no such view', written],
      sees: (setup: Setup) => expect(contextOf(setup).address).toMatchObject({ tab: 'drawing', strayTab: null }),
    })),
    {
      way: ['a sample chosen', 'another path'],
      sees: (setup: Setup) => expect(contextOf(setup).drafts).toEqual({ break: { title: 'a blow', text: null } }),
    },
    // A path that was replaced, and not only gone on or undone, can be brought back until that is done, or another chart is opened.
    ...(
      [
        [['a step'], null],
        [['a step', 'undone'], null],
        [['a step', 'begun again'], steps],
        [['a step', 'begun again', 'undone'], steps],
        [['a step', 'begun again', 'a step'], null],
        [['a step', 'begun again', 'another chart'], null],
      ] as const
    ).map(([way, path]) => ({ way, sees: (setup: Setup) => expect(contextOf(setup).previousPath).toEqual(path) })),
    // A state that is closed around the chosen part stays closed until a part is chosen again.
    ...[
      ['a hidden part chosen', 'a state closed or opened', 'a step'],
      ['a link to a hidden part', 'a state closed or opened', 'a link to a hidden part'],
    ].map((way) => ({ way, sees: (setup: Setup) => expect([...contextOf(setup).collapsed]).toEqual(['on']) })),
    {
      way: ['a state closed or opened', 'a hidden part chosen'],
      sees: (setup: Setup) =>
        expect(setup.ports.address.received.at(-1)).toMatchObject({ address: { part: 'on.soft' } }),
    },
    {
      way: ['a payload typed'],
      sees: (setup: Setup) => expect(contextOf(setup).drafts).toEqual({ break: { title: '', text: '{"strength"' } }),
    },
    {
      way: ['a sample chosen', 'a payload typed'],
      sees: (setup: Setup) =>
        expect(contextOf(setup).drafts).toEqual({ break: { title: 'a blow', text: '{"strength"' } }),
    },
  ] as never,
  states: {
    drawing: {
      sees: ({ ports }: Setup) => expect([ports.layOut.running, ports.readChart.running]).toEqual([true, false]),
      takes: {
        ...everywhere,
        drawn: { to: 'drawn', sees: (setup: Setup) => expect(contextOf(setup).drawing).toBe(drawing) },
        'not drawn': 'failed',
      },
    },
    drawn: {
      sees: (setup: Setup) => expect([contextOf(setup).drawing, setup.ports.layOut.running]).toEqual([drawing, false]),
      takes: everywhere,
    },
    fetching: {
      sees: ({ ports }: Setup) => expect([ports.readVersion.running, ports.layOut.running]).toEqual([true, false]),
      takes: {
        ...everywhere,
        'version fetched': layingOut((setup) =>
          expect([contextOf(setup).compared, contextOf(setup).comparedWith]).toEqual([older, 'then']),
        ),
        // The chart is drawn alone, and the page can say so.
        'version not fetched': layingOut((setup) =>
          expect([contextOf(setup).compared, contextOf(setup).lost]).toEqual([null, 'unfetched']),
        ),
        'version not known': layingOut((setup) =>
          expect([contextOf(setup).compared, contextOf(setup).lost]).toEqual([null, 'unknown']),
        ),
      },
    },
    comparing: {
      sees: ({ ports }: Setup) =>
        expect([ports.readChart.running, ports.readChart.calls.at(-1)]).toEqual([true, { file }]),
      takes: {
        ...everywhere,
        'file read': (snapshot: WorkbenchSnapshot) =>
          chartIn(snapshot) === 'lamp'
            ? layingOut((setup) => {
                const { compared, comparedWith } = contextOf(setup);
                expect([compared, comparedWith]).toEqual([older, 'a year ago']);
                // The address is no link to it.
                const written = { type: 'address.write', address: { since: '' } };
                expect(setup.ports.address.received.at(-1)).toMatchObject(written);
                // States and transitions that only one of the two versions has are drawn, too.
                expect(drawnIn(contextOf(setup)).id).toBe('lamp');
              })
            : // The file of another chart would say that everything was removed.
              {
                to: 'unreadable',
                sees: (setup: Setup) => expect(contextOf(setup).comparedWith).not.toBe('a year ago'),
              },
        'file unreadable': 'unreadable',
      },
    },
    covering: {
      sees: ({ ports }: Setup) =>
        expect([ports.readCoverage.running, ports.readCoverage.calls.at(-1)]).toEqual([true, { file }]),
      takes: {
        ...everywhere,
        'coverage read': (snapshot: WorkbenchSnapshot) => ({
          to: isToBeFetched(snapshot) ? 'fetching' : 'drawing',
          sees: (setup: Setup) => expect(contextOf(setup).coverage).toBe(coverage),
        }),
        'coverage unreadable': 'uncovered',
      },
    },
    unreadable: {
      sees: ({ ports }: Setup) => expect(ports.readChart.running).toBe(false),
      takes: { ...everywhere, ...afterFile },
    },
    uncovered: {
      sees: ({ ports }: Setup) => expect(ports.readCoverage.running).toBe(false),
      takes: { ...everywhere, ...afterFile },
    },
    failed: {
      sees: ({ ports }: Setup) => expect(ports.layOut.running).toBe(false),
      takes: { ...everywhere, 'tried again': 'drawing' },
    },
  },
});
testWalk(walk);
testMutants(walk);
