import {
  type ActorRefFrom,
  assertEvent,
  assign,
  fromCallback,
  fromPromise,
  type SnapshotFrom,
  sendTo,
  setup,
} from 'xstate';
import { type Address, comparedIn, pathBefore, type Step } from './address';
import type { Catalogue } from './catalogue';
import { type Coverage, inWords, type Level } from './chart/coverage';
import type { Drawing } from './chart/layout';
import type { ChartModel } from './chart/model';
import type { Unread } from './reading';
import { chartAt, drawnIn, isOfSame, isToBeFetched, openedBy, ownPartIn, type Shown, shownIn } from './shown';

/** A file that the reviewer has chosen, or one that belongs to the project. */
export type Readable = Pick<Blob, 'text'>;

export type WorkbenchEvent =
  | { type: 'address.changed'; address: Address }
  /** Changes what is shown of the open chart. */
  | { type: 'address.replace'; address: Partial<Address> }
  | { type: 'search.type'; text: string }
  | { type: 'caller.choose'; name: string }
  /** `event` is the type of an event of the open chart; `title` names one of its samples. */
  | { type: 'sample.choose'; event: string; title: string }
  | { type: 'payload.type'; event: string; text: string }
  | { type: 'state.toggle'; state: string }
  | { type: 'zoom.set'; zoom: number }
  | { type: 'drawing.retry' }
  /** The file's name says which version it is. */
  | { type: 'file.compare'; file: File }
  | { type: 'coverage.open'; file: Readable }
  | { type: 'level.choose'; level: Level }
  | { type: 'coverage.end' }
  | { type: 'comparison.end' }
  /** Fetches the version in the address again. */
  | { type: 'version.retry' };

/** What the reviewer wants an event to carry. */
interface Draft {
  /** The chosen sample's title. */
  readonly title: string;
  /** The JSON that was typed instead of it, whether or not it is valid; null if nothing was. */
  readonly text: string | null;
}

interface WorkbenchInput {
  readonly catalogue: Catalogue;
  readonly models: readonly ChartModel[];
  /** The charts that could not be read. The list names them with the reason. */
  readonly unread: readonly Unread[];
  /** The address at the start, so that its chart is the first one that is laid out. */
  readonly address: Address;
}

interface WorkbenchContext extends WorkbenchInput, Shown {
  /** The text to search for in all charts. */
  readonly search: string;
  /** The path through the open chart that was replaced by another one, so that it can be brought back; null if there is none. */
  readonly previousPath: readonly Step[] | null;
  /** What was chosen or typed for the events of the open chart, by event type. */
  readonly drafts: Readonly<Record<string, Draft>>;
  readonly drawing: Drawing | null;
  /** The zoom factor of the drawing. Null fits it to the width of the page, as far as it stays readable. */
  readonly zoom: number | null;
  /** What it is called; null if there is none. */
  readonly comparedWith: string | null;
  /** The walks of all charts. */
  readonly coverage: Coverage | null;
  /** The level whose walks are drawn; null for the last one at which something was not walked. */
  readonly level: Level | null;
}

/** The input of the layout. */
export interface LayoutInput extends Pick<WorkbenchContext, 'collapsed'> {
  readonly chart: ChartModel;
}

/** Another version of a chart. */
interface Version {
  readonly title: string;
  readonly chart: ChartModel;
}

/** The input of the port that fetches an earlier version of a chart. */
export interface VersionInput extends Pick<Catalogue, 'history' | 'versionsOf'> {
  /** The chart as it is. */
  readonly chart: ChartModel;
  /** The commit of the version. */
  readonly since: string;
}

const missing = (port: string) => () => Promise.reject(new Error(`${port} must be provided`));

/** What belongs to the open chart, when it is opened. */
const nothingShown = () => ({
  previousPath: null,
  drafts: {},
  collapsed: new Set<string>(),
  drawing: null,
  zoom: null,
  compared: null,
  comparedWith: null,
  lost: null,
});

const OPENS = 'A part is chosen that closed states hide: they are opened, and drawn again.';

/** After a file that could not be read, which may have come between the chart and its drawing. */
const drawnAtLast = {
  guard: 'isSameUndrawn',
  target: 'opening',
  actions: 'takeAddress',
  description: 'The chart is drawn now.',
} as const;

/** The workflow of a reviewer of rules: which chart is open, what is shown of it, and which path is followed. */
export const workbenchMachine = setup({
  types: {
    input: {} as WorkbenchInput,
    context: {} as WorkbenchContext,
    events: {} as WorkbenchEvent,
  },
  actors: {
    /** Sends `address.changed` at the start and at each change of the address, and writes the address of `address.write`. */
    address: fromCallback<{ type: 'address.write'; address: Address }>(() => {
      throw new Error('address must be provided');
    }),
    layOut: fromPromise<Drawing, LayoutInput>(missing('layOut')),
    readChart: fromPromise<Version, { readonly file: File }>(missing('readChart')),
    /** Null if no such version of the chart is known. */
    readVersion: fromPromise<Version | null, VersionInput>(missing('readVersion')),
    readCoverage: fromPromise<Coverage, { readonly file: Readable }>(missing('readCoverage')),
  },
  guards: {
    isSameChart: ({ context, event }) => event.type === 'address.changed' && isOfSame(context, event.address),
    isHiddenPart: ({ context, event }) => openedBy(context, event) !== context.collapsed,
    isToBeCompared: ({ context }) => isToBeFetched(context),
    isOfOpenChart: ({ context }, { id }: ChartModel) => id === chartAt(context).id,
    isSameUndrawn: ({ context, event }) =>
      context.drawing === null && event.type === 'address.changed' && isOfSame(context, event.address),
  },
  actions: {
    takeAddress: assign({
      collapsed: ({ context, event }) => openedBy(context, event),
      address: ({ context, event }) => (event.type === 'address.changed' ? event.address : context.address),
      drafts: ({ context, event }) =>
        event.type === 'address.changed' && event.address.caller !== context.address.caller ? {} : context.drafts,
    }),
    replaceAddress: assign(({ context, event }) => {
      assertEvent(event, 'address.replace');
      const address = { ...shownIn(context), ...event.address };
      const previousPath = pathBefore(context.address.trail, address.trail, context.previousPath);
      return { address, previousPath, collapsed: openedBy(context, event) };
    }),
    writeAddress: sendTo('address', ({ context: { address } }) => ({ type: 'address.write' as const, address })),
  },
}).createMachine({
  id: 'workbench',
  context: ({ input }) => ({
    ...input,
    ...nothingShown(),
    search: '',
    coverage: null,
    level: null,
  }),
  invoke: { id: 'address', src: 'address', onError: { target: '.failed' } },
  initial: 'opening',
  on: {
    'address.changed': [
      { guard: 'isHiddenPart', target: '.opening', actions: 'takeAddress', description: OPENS },
      {
        guard: 'isSameChart',
        actions: 'takeAddress',
        description:
          'The same chart: another state, another path, another tab. What was chosen for another caller is gone.',
      },
      {
        target: '.opening',
        actions: assign(({ event }) => ({ address: event.address, ...nothingShown() })),
        description: 'Another chart is opened, or the same one beside another version.',
      },
    ],
    'address.replace': [
      {
        guard: 'isHiddenPart',
        target: '.opening',
        actions: ['replaceAddress', 'writeAddress'],
        description: OPENS,
      },
      {
        actions: ['replaceAddress', 'writeAddress'],
        description: 'A step was taken or undone, or a state was chosen: the address of the page is updated.',
      },
    ],
    'search.type': { actions: assign({ search: ({ event }) => event.text }) },
    'caller.choose': {
      actions: [
        assign({
          address: ({ context, event }) => ({ ...shownIn(context), caller: event.name }),
          drafts: {},
        }),
        'writeAddress',
      ],
      description: 'All events are asked about as this caller, whatever sample was chosen before.',
    },
    'sample.choose': {
      actions: assign({
        drafts: ({ context: { drafts }, event: { event, title } }) => ({ ...drafts, [event]: { title, text: null } }),
      }),
    },
    'payload.type': {
      actions: assign({
        drafts: ({ context: { drafts }, event: { event, text } }) => ({
          ...drafts,
          [event]: { title: drafts[event]?.title ?? '', text },
        }),
      }),
      description: 'What is typed stays as it is, also while it is no JSON.',
    },
    'state.toggle': {
      target: '.opening',
      actions: assign({
        collapsed: ({ context: { collapsed }, event: { state } }) =>
          collapsed.has(state)
            ? new Set([...collapsed].filter((other) => other !== state))
            : new Set([...collapsed, state]),
      }),
      description: 'A state was collapsed or expanded; the old drawing stays until the new one is there.',
    },
    'zoom.set': { actions: assign({ zoom: ({ event: { zoom } }) => Math.min(2, Math.max(0.05, zoom)) }) },
    'file.compare': {
      target: '.comparing',
      description: 'Until the file has been read, what was compared before is still shown.',
    },
    'coverage.open': { target: '.covering' },
    'level.choose': {
      actions: assign({ level: ({ event }) => event.level }),
      description: 'The drawing marks what was not walked at this level.',
    },
    'coverage.end': {
      actions: assign({ coverage: null, level: null }),
      description: 'The drawing and the table say nothing more of the tests.',
    },
    'comparison.end': {
      target: '.drawing',
      actions: [
        assign({
          address: ({ context }) => ({ ...shownIn(context), since: '', part: ownPartIn(context) }),
          compared: null,
          comparedWith: null,
          lost: null,
        }),
        'writeAddress',
      ],
      description: 'A chosen part that only the other version has is not chosen any more.',
    },
    'version.retry': { target: '.opening', actions: assign({ lost: null }) },
  },
  states: {
    opening: {
      always: [
        {
          guard: 'isToBeCompared',
          target: 'fetching',
          description: 'A link to a comparison shows it, and so do Back and a reload.',
        },
        { target: 'drawing' },
      ],
    },
    fetching: {
      description: 'The version of the open chart that the address names is fetched.',
      invoke: {
        id: 'readVersion',
        src: 'readVersion',
        input: ({ context }) => ({
          ...context.catalogue,
          chart: chartAt(context),
          since: comparedIn(context.address),
        }),
        onDone: {
          target: 'drawing',
          actions: assign({
            compared: ({ event }) => event.output?.chart ?? null,
            comparedWith: ({ event }) => event.output?.title ?? null,
            lost: ({ event }) => (event.output ? null : 'unknown'),
          }),
          description: 'If no such version is known, the chart is drawn alone, and the page says so.',
        },
        onError: { target: 'drawing', actions: assign({ lost: 'unfetched' }), description: 'The same if it fails.' },
      },
    },
    drawing: {
      description: 'The open chart is laid out.',
      invoke: {
        id: 'layOut',
        src: 'layOut',
        input: ({ context }) => ({ chart: drawnIn(context), collapsed: context.collapsed }),
        onDone: { target: 'drawn', actions: assign({ drawing: ({ event }) => event.output }) },
        onError: { target: 'failed' },
      },
    },
    drawn: {},
    comparing: {
      description: 'Another version of the chart is read.',
      invoke: {
        id: 'readChart',
        src: 'readChart',
        input: ({ event }) => {
          assertEvent(event, 'file.compare');
          return { file: event.file };
        },
        onDone: [
          {
            guard: { type: 'isOfOpenChart', params: ({ event }) => event.output.chart },
            target: 'drawing',
            actions: [
              assign({
                address: ({ context }) => ({ ...shownIn(context), since: '' }),
                compared: ({ event }) => event.output.chart,
                comparedWith: ({ event }) => event.output.title,
                lost: null,
              }),
              'writeAddress',
            ],
            description: 'The drawing starts again with this version. The address is no link to it.',
          },
          { target: 'unreadable', description: 'The file of another chart.' },
        ],
        onError: { target: 'unreadable' },
      },
    },
    covering: {
      description: 'The transitions that the tests have taken are read.',
      invoke: {
        id: 'readCoverage',
        src: 'readCoverage',
        input: ({ event }) => {
          assertEvent(event, 'coverage.open');
          return { file: event.file };
        },
        onDone: {
          target: 'opening',
          actions: assign({
            coverage: ({ context: { models, catalogue }, event }) => inWords(event.output, models, catalogue.words),
          }),
        },
        onError: { target: 'uncovered' },
      },
    },
    unreadable: {
      description: 'The file is not of this chart, or was not written by `npm run charts`.',
      on: { 'address.changed': drawnAtLast },
    },
    uncovered: {
      description: 'The record of the walks could not be fetched, or was not written by `npm run walks` or `npm test`.',
      on: { 'address.changed': drawnAtLast },
    },
    failed: {
      description: 'The drawing could not be made. The table works without it.',
      on: { 'drawing.retry': { target: 'drawing' } },
    },
  },
});
export type WorkbenchRef = ActorRefFrom<typeof workbenchMachine>;
export type WorkbenchSnapshot = SnapshotFrom<typeof workbenchMachine>;
