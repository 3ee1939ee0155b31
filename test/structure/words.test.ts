import { expect, it } from 'vitest';
import type { AnyStateMachine, AnyStateNode } from 'xstate';
import { readChart, withForbidding } from '../../src/inspector/chart/model';
import { actWords, conditionWords } from '../../src/inspector/chart/words';
import { ownCharts } from '../../src/inspector/ownCharts';
import appCatalogue from '../../src/workbench/catalogue';
import { eventWords, namedEvents } from '../../src/workbench/eventWords';
import { words } from '../../src/workbench/words';

/** The words with which the workbench describes an action without a name. They tell nothing about what it does. */
const vague =
  /^(sets its data|tells another actor|tells itself|tells its listeners|does several things|runs code|cancels|enqueue|(starts|stops) an actor)$/;
const isCode = (text: string) => /[.=<>?&|[\]{}]|\w\(/.test(text);
const saysNothing = (actions: readonly string[], description: string) =>
  description === '' && actions.some((action) => vague.test(action));

const bare = [...appCatalogue.charts, ...ownCharts].map(({ machine }) => readChart(machine));
const told = [...appCatalogue.charts, ...ownCharts].map(({ machine }) => readChart(machine, words));

it.each(told)('every condition of $id is told in words, not as code', (chart) => {
  const left = withForbidding(chart).filter((one) => isCode(conditionWords(one) ?? ''));
  expect(left.map(({ id, guard }) => [id, guard])).toEqual([]);
});

it.each(told)('everything that $id does is told in words: by a name, a description, or the catalogue', (chart) => {
  const { id: chartId, states, transitions } = chart;
  const lost = transitions.filter((one) => one.acts === undefined && saysNothing(one.actions, one.description));
  expect(lost.map((one) => [one.id, actWords(one)])).toEqual([]);
  const mute = states.filter(
    ({ acts, description, entry, exit }) => acts === undefined && saysNothing([...entry, ...exit], description),
  );
  expect(mute.map(({ id }) => `${chartId}.${id}`)).toEqual([]);
});

/** The names of the conditions and actions of a machine, as `chart.name`. */
function namesIn({ id, root }: AnyStateMachine): { guards: string[]; actions: string[] } {
  const nodesOf = (node: AnyStateNode): AnyStateNode[] => [node, ...Object.values(node.states).flatMap(nodesOf)];
  const nodes = nodesOf(root);
  const transitions = nodes.flatMap((node) => [...[...node.transitions.values()].flat(), ...(node.always ?? [])]);
  const named = (part: unknown): string[] => {
    const { type, guards = [] } = (part ?? {}) as { type?: unknown; guards?: readonly unknown[] };
    const name = typeof part === 'string' ? part : type;
    if (guards.length > 0) return guards.flatMap(named);
    return typeof name === 'string' && !name.startsWith('xstate.') ? [`${id}.${name}`] : [];
  };
  const acting = [
    ...transitions.flatMap(({ actions }) => actions),
    ...nodes.flatMap(({ entry, exit }) => [entry, exit]),
  ];
  return { guards: transitions.flatMap(({ guard }) => named(guard)), actions: acting.flat().flatMap(named) };
}
const machines = [...appCatalogue.charts, ...ownCharts].map(({ machine }) => namesIn(machine));

it.each(['guards', 'actions'] as const)('all %s with a name have words, and there are words for no others', (kind) => {
  const used = new Set(machines.flatMap((machine) => machine[kind]));
  const bareName = (name: string) => name.slice(name.indexOf('.') + 1);
  const told = words[kind];
  expect([...used].filter((name) => !(name in told) && !(bareName(name) in told))).toEqual([]);
  const needed = new Set([...used].flatMap((name) => [name, bareName(name)]));
  expect(Object.keys(told).filter((name) => !needed.has(name))).toEqual([]);
});

it('all events of the lifecycles have titles, and there are titles for no others', () => {
  const lifecycles = told.filter(({ id }) => id.endsWith('Lifecycle'));
  const events = lifecycles.flatMap(({ transitions }) => transitions.map(({ event }) => event));
  expect(Object.keys(words.events ?? {}).sort()).toEqual([...new Set(events)].sort());
});

it('the events of the workflows are called in words that are made of their names', () => {
  const events = new Set(
    told.flatMap(({ transitions }) => transitions).flatMap(({ trigger, event }) => (trigger === 'event' ? event : [])),
  );
  const mute = [...events].filter((event) => !(event in (words.events ?? {})) && eventWords(event) === undefined);
  expect(
    mute,
    'Say in src/workbench/eventWords.ts whether their last word asks for an act or tells what happened',
  ).toEqual([]);
  expect(namedEvents.filter((event) => !events.has(event))).toEqual([]);
  expect(
    [
      'network.lost',
      'dialog.close',
      'teamKit.view',
      'xstate.error.actor.closeIncident',
      'nothing.known.of',
      'bell',
    ].map((event) => eventWords(event)),
  ).toEqual(['Network lost', 'Close dialog', 'View team kit', 'Close incident: failed', undefined, undefined]);
});

it('what an event is called does not say something else than it does', () => {
  const called = [
    'place.entered',
    'chat.publish',
    'report.close',
    'compression.toggle',
    'zoom.toggle',
    'forget.confirm',
  ];
  expect(called.map((event) => eventWords(event))).toEqual([
    'Another screen is shown',
    'Send a receipt or a reaction',
    'Close what the server said of the act',
    'Compress the images, or send them as they are',
    'Zoom in, or show the whole picture again',
    'Confirm that this device is to forget everything',
  ]);
});

it('the end of a dialog is not told as if something was done in it', () => {
  const titleOf = (id: string) => told.flatMap(({ transitions }) => transitions).find((one) => one.id === id)?.title;
  expect(
    [
      'incident.shown.closing | xstate.done.actor.incidentClosing | 0',
      'myCases.open.initiating | xstate.done.actor.initiation | 0',
      'incidentClosing.submitting | xstate.done.actor.closeIncident | 0',
    ].map(titleOf),
  ).toEqual(['Incident closing: closed', 'Initiation: ended', 'Close incident: done']);
});

it('no words are given twice, or for something that no longer exists', () => {
  const transitions = bare.flatMap(withForbidding);
  const coded = transitions.filter(({ guard }) => guard !== null).map(({ id }) => id);
  expect(Object.keys(words.conditions).filter((id) => !coded.includes(id))).toEqual([]);
  const acting = [
    ...transitions.filter(({ actions }) => actions.length > 0).map(({ id }) => id),
    ...bare.flatMap(({ id, states }) => states.map((state) => `${id}.${state.id}`)),
  ];
  expect(Object.keys(words.acts).filter((id) => !acting.includes(id))).toEqual([]);
});
