import { describe, expect, it } from 'vitest';
import { setup } from 'xstate';
import { differenceOf } from '../../../src/inspector/chart/difference';
import { chartFrom, fileOf } from '../../../src/inspector/chart/file';
import { type ChartModel, type RuleModel, readChart } from '../../../src/inspector/chart/model';
import { factAnswer, readWithRules, rulesOf, type Verdict } from '../../../src/inspector/chart/ruleBook';
import { ruleWords } from '../../../src/inspector/chart/words';
import { pressable, wayTo } from '../../../src/inspector/trail';
import appCatalogue from '../../../src/workbench/catalogue';
import foreign from './foreign';

const chartOf = (id: string) => {
  const entry = appCatalogue.charts.find(({ machine }) => machine.id === id);
  if (!entry) throw new Error(`There is no chart ${id}`);
  return entry;
};

describe('the rule book', () => {
  it('has the answer of the machine for every caller', () => {
    const [entry] = foreign.charts;
    if (!entry) throw new Error('There is no lamp');
    const [off] = rulesOf(entry, readChart(entry.machine));
    expect([off?.state, off?.event, off?.verdicts]).toEqual([
      'off',
      'press',
      [
        { isAllowed: true, leadsTo: 'on' },
        { isAllowed: true, leadsTo: 'on' },
      ],
    ]);
  });

  it('has the events of the states around a state, and of the machine, where they are accepted', () => {
    const callers = [
      { name: 'Owner', payload: { isOwner: true } },
      { name: 'Guest', payload: { isOwner: false } },
    ];
    const order = setup({
      types: { events: {} as { type: 'cancel' | 'ask' | 'pay' | 'hold' | 'send'; isOwner: boolean } },
      guards: { isOwner: ({ event }) => event.isOwner },
    }).createMachine({
      id: 'order',
      initial: 'open',
      on: { cancel: { guard: 'isOwner', target: '.gone' }, ask: { actions: () => {} } },
      states: {
        open: {
          initial: 'draft',
          on: { hold: { target: '.held' } },
          states: {
            draft: { on: { pay: { target: '#order.paid' }, hold: { guard: 'isOwner', target: 'held' } } },
            // It takes the place of what the machine says of the same event.
            held: { on: { cancel: { target: '#order.gone' } } },
          },
        },
        paid: {
          on: { cancel: {}, ask: { guard: 'isOwner' }, send: { target: ['sent.parcel.packed', 'sent.bill.owed'] } },
        },
        sent: {
          type: 'parallel',
          on: { hold: { target: 'open.held' } },
          states: {
            parcel: { initial: 'packed', states: { packed: {} } },
            bill: {
              initial: 'owed',
              states: { owed: { on: { cancel: { guard: 'isOwner', target: '#order.paid' } } } },
            },
          },
        },
        gone: { type: 'final' },
      },
    });
    const wordsOf = (verdict: Verdict) =>
      verdict.isAllowed ? verdict.leadsTo : `only if ${verdict.conditions.join(', or ')}`;
    const rules = rulesOf({ machine: order, callers }, readChart(order));
    expect(rules.map(({ state, event, verdicts }) => [state, event, ...verdicts.map(wordsOf)])).toEqual([
      ['open.draft', 'pay', 'paid', 'paid'],
      ['open.draft', 'hold', 'open.held', 'open.held'],
      ['open.draft', 'cancel', 'gone', 'only if is owner'],
      ['open.draft', 'ask', 'open.draft', 'open.draft'],
      ['open.held', 'cancel', 'gone', 'gone'],
      ['open.held', 'hold', 'open.held', 'open.held'],
      ['open.held', 'ask', 'open.held', 'open.held'],
      // It forbids 'cancel' to all and 'ask' to its owner, and after the end nothing is accepted.
      ['paid', 'send', 'sent.parcel.packed and sent.bill.owed', 'sent.parcel.packed and sent.bill.owed'],
      ['paid', 'ask', 'only if ', 'paid'],
      ['sent.parcel.packed', 'hold', 'open.held', 'open.held'],
      ['sent.parcel.packed', 'cancel', 'paid', 'only if is owner'],
      ['sent.parcel.packed', 'ask', 'sent.parcel.packed', 'sent.parcel.packed'],
      ['sent.bill.owed', 'cancel', 'paid', 'only if is owner'],
      ['sent.bill.owed', 'hold', 'open.held', 'open.held'],
      ['sent.bill.owed', 'ask', 'sent.bill.owed', 'sent.bill.owed'],
    ]);
  });

  it('says who may delete a closed incident: rescue captains, admins and super admins (S2 §6)', () => {
    const { callers = [], ...incident } = chartOf('incidentLifecycle');
    const rules = rulesOf({ ...incident, callers }, readChart(incident.machine));
    const rule = rules.find(({ state, event }) => state === 'CLOSED' && event === 'incident.delete');
    const may = callers.filter((_, index) => rule?.verdicts[index]?.isAllowed).map(({ name }) => name);
    expect(may).toEqual(['Rescue captain', 'Admin', 'Super admin']);
    const refused = rulesOf({ ...incident, callers }, readChart(incident.machine, appCatalogue.words)).find(
      ({ state, event }) => state === 'REPORTED' && event === 'incident.locate',
    )?.verdicts[0];
    expect(refused).toEqual({
      isAllowed: false,
      conditions: ['the incident has no place yet, or the caller is a captain, an admin or a super admin'],
    });
  });

  it('says who may delete and pin a message (DECISIONS 164, 165)', () => {
    const message = chartOf('messageLifecycle');
    const rules = rulesOf(message, readChart(message.machine));
    const may = (event: string) =>
      rules.find((rule) => rule.state === 'seen' && rule.event === event)?.verdicts.map(({ isAllowed }) => isAllowed);
    expect(message.callers?.map(({ name }) => name)).toEqual([
      'Its sender, a member, within 15 minutes',
      'Its sender, a member, later',
      'Another member',
      'A captain who did not send it',
    ]);
    expect(may('message.deleted')).toEqual([true, false, false, false]);
    expect(may('message.pinned')).toEqual([false, false, false, true]);
  });

  it('says in words what its answers cannot know: whom an act meets, and in which chat (DECISIONS 19, P8, 57, 164, 165)', () => {
    const rule = (chart: string, act: string) => {
      const entry = chartOf(chart);
      const found = rulesOf(entry, readChart(entry.machine)).find(({ event }) => event === act);
      return found && ruleWords(found);
    };
    expect(rule('administration', 'users.delete')).toContain('never themself and no super admin. DECISIONS 19');
    expect(rule('administration', 'password.reset')).toContain('of no super admin. DECISIONS P8');
    expect(rule('membershipLifecycle', 'membership.remove')).toContain('Nobody deletes themself or a super admin.');
    for (const act of ['message.edited', 'message.deleted', 'message.reacted'])
      expect(rule('messageLifecycle', act)).toContain('in a chat that is open');
    for (const act of ['message.pinned', 'message.unpinned'])
      expect(rule('messageLifecycle', act)).toContain('in the chat of a case that is not closed');
  });

  it('says what those see who may not do it (S2 §4, DECISIONS 25)', () => {
    const incident = chartOf('incidentLifecycle');
    const chart = readChart(incident.machine, appCatalogue.words);
    const othersOf = (act: string) => [
      ...new Set(
        [...rulesOf(incident, chart), ...chart.transitions].flatMap(({ event, others = '' }) =>
          event === act ? [others] : [],
        ),
      ),
    ];
    expect(othersOf('incident.delete')).toEqual(['others see no button']);
    expect(othersOf('team.assign')).toEqual(['others get a dialog']);
    // Once an incident has a place, a member may not set it, and is shown no button.
    expect(othersOf('incident.locate')).toEqual(['others see no button']);
    // Everybody may.
    expect(othersOf('note.add')).toEqual(['']);
    const [edit] = chart.transitions.filter(({ event }) => event === 'incident.edit');
    expect(edit && ruleWords(edit)).toBe(
      'Captain-or-higher corrects the details; the status stays. S2 §6 · others get a dialog',
    );
  });

  it('has one answer to a fact, which nobody causes', () => {
    const incident = chartOf('incidentLifecycle');
    const rules = rulesOf(incident, readChart(incident.machine));
    const facts = rules.filter(({ isFact }) => isFact).map(({ state, event, verdicts }) => [state, event, verdicts]);
    expect(facts).toEqual([
      ['ASSIGNED', 'case.initiated', [{ isAllowed: true, leadsTo: 'IN_PROGRESS' }]],
      ['IN_PROGRESS', 'case.completed', [{ isAllowed: true, leadsTo: 'ONGOING' }]],
      ['IN_PROGRESS', 'team.emptied', [{ isAllowed: true, leadsTo: 'ASSIGNED' }]],
    ]);
    const answers = ['IN_PROGRESS', 'elsewhere'].map((leadsTo) =>
      rules.flatMap((rule) =>
        rule.event === 'team.emptied' ? factAnswer({ ...rule, verdicts: [{ isAllowed: true, leadsTo }] }) : [],
      ),
    );
    const answer = 'nobody does it, it follows from something else';
    expect(answers).toEqual([[answer], [`${answer} → elsewhere`]]);
  });

  it.each(appCatalogue.charts.filter(({ facts }) => facts))(
    'names only events as facts of $machine.id that it has, and that need nobody',
    (entry) => {
      const rules = rulesOf(entry, readChart(entry.machine)).filter(({ isFact }) => isFact);
      expect(new Set(rules.map(({ event }) => event))).toEqual(new Set(entry.facts));
      expect(rules.flatMap(({ verdicts }) => verdicts.map(({ isAllowed }) => isAllowed))).not.toContain(false);
    },
  );
});

describe('two versions of a rule book', () => {
  const incident = chartOf('incidentLifecycle');
  const now = readWithRules(incident, appCatalogue.words);
  /** The chart as it would be with other answers to one act. */
  const withAnswers = (act: string, change: Partial<RuleModel>): ChartModel => ({
    ...now,
    rules: now.rules?.map((rule) => (rule.act === act ? { ...rule, ...change } : rule)) ?? [],
  });
  const answersTo = (act: string) => now.rules?.find((rule) => rule.act === act)?.answers ?? {};

  it('are read from a file as they were written', () => {
    expect(now.rules?.length).toBeGreaterThan(20);
    expect(chartFrom(fileOf(now)).rules).toEqual(now.rules);
  });

  it('differ by who may do what, although no transition has changed', () => {
    const earlier = withAnswers('incident.resolve', {
      answers: { ...answersTo('incident.resolve'), 'Rescue captain': 'no', Admin: 'no' },
    });
    const { lines, transitions } = differenceOf(earlier, now);
    expect(lines).toEqual(['Rule book, ONGOING: incident.resolve: Rescue captain, Admin "no" → "yes → RESOLVED"']);
    expect([...transitions.keys()]).toEqual(['incidentLifecycle.ONGOING | incident.resolve | 0']);
  });

  it('differ by what others see', () => {
    const earlier = withAnswers('incident.resolve', { others: 'others get a dialog' });
    expect(differenceOf(earlier, now).lines).toEqual([
      'Rule book, ONGOING: incident.resolve: those who may not: "others get a dialog" → "others see no button"',
    ]);
  });

  it('cannot be compared with a version that has none', () => {
    const { rules, ...earlier } = now;
    expect(rules).toBeDefined();
    expect(differenceOf(earlier, now)).toMatchObject({ lines: [], lacksRuleBook: true });
    expect(differenceOf(now, now)).toMatchObject({ lines: [], lacksRuleBook: false });
  });
});

it('a way to a state names no caller for a fact', () => {
  const { machine } = chartOf('incidentLifecycle');
  const way = wayTo(pressable(appCatalogue, readChart(machine)), 'ONGOING');
  expect(way?.map(({ payload }) => payload)).toEqual(['by a rescue captain', 'without details', 'without details']);
});
