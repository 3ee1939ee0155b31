import { describe, expect, it } from 'vitest';
import { readWithRules } from '../../../src/inspector/chart/ruleBook';
import { searchIn } from '../../../src/inspector/chart/search';
import app from '../../../src/workbench/catalogue';
import foreign from './foreign';

const read = ({ charts, words }: typeof app) =>
  charts.map((chart) => ({ ...chart, model: readWithRules(chart, words) }));
const [ours, theirs] = [read(app), read(foreign)];

const foundBy = (search: string) => [...searchIn(theirs, search).charts.values()].flat().map(({ text }) => text);

/** What is listed for a search in the charts of the app: the charts, and the findings with their answers. */
function listFor(search: string) {
  const { charts, ...rest } = searchIn(ours, search, app.words?.alike);
  const listed = [...charts].map(([chart, found]) => [
    chart,
    ...found.map(({ text, answer }) => [text, answer].filter(Boolean).join(' | ')),
  ]);
  return { ...rest, listed };
}

describe('a search in the charts', () => {
  it('finds what has all its words, some of which may be in the name of the chart', () => {
    expect(foundBy('break lamp')).toEqual(['in every state: break']);
    expect(foundBy('lamp')).toEqual(['lamp']);
    expect(foundBy('break house').slice(0, 1)).toEqual(['in every state: break']);
    // A chart is also found by the source of its rules, such as a section of the specification.
    expect([...searchIn(theirs, 'plan').charts]).toEqual([['house', []]]);
  });

  it('answers a whole question, because small words do not count beside others', () => {
    expect(foundBy('Who may break the lamp?')).toEqual(['in every state: break']);
    expect(foundBy('what is strong as a lamp')).toEqual(['in every state: break']);
    // Alone they do: 'on' is a state.
    expect(foundBy('on')).toContain('on');
  });

  it('says what the rule book answers, for the caller who is named or for all', () => {
    const first = (search: string) => listFor(search).listed[0]?.slice(0, 2);
    const closing = (answer: string) => ['incidentLifecycle', `REPORTED: Close Incident | ${answer}`];
    // No rule of an incident names inventory managers: they are known from the rule book. CLOSED ones are listed after it.
    expect(first('May an inventory manager close an incident?')).toEqual(closing('Inventory manager: no'));
    expect(first('can super admins close an incident')).toEqual(closing('Super admin: yes → CLOSED'));
    expect(first('can admins close an incident')).toEqual(closing('Admin: yes → CLOSED'));
    expect(listFor('may a captain close an incident').listed[0]).toContain(
      'REPORTED: Close Incident | Rescue captain: yes → CLOSED',
    );
    expect(listFor('Who can deny a requisition?').listed[0]).toEqual([
      'requisitionLifecycle',
      'PENDING: Deny | who may: Inventory manager, Super admin',
    ]);
    // What follows from something else is done by nobody.
    expect(listFor('requester was deleted pending').listed).toContainEqual([
      'requisitionLifecycle',
      'PENDING: The requester was deleted',
    ]);
  });

  it('finds in the samples what no rule names', () => {
    expect(listFor('429').listed).toContainEqual(['submission', 'Try failed: ‘too many at once’']);
  });

  it('finds words that mean the same, and other forms of its words if nothing has them as they were typed', () => {
    expect(foundBy('breaking the lamps')).toEqual(['in every state: break']);
    // Words that mean the same have to begin a word: 'reak' is in 'break'.
    const smashed = (...alike: string[]) => [...searchIn(theirs, 'smash lamp', [alike]).charts.values()].flat();
    expect(smashed('smash', 'break').map(({ text }) => text)).toEqual(['in every state: break']);
    expect(smashed('smash', 'reak').map(({ text }) => text)).toEqual(['lamp']);
    // A word may have signs that mean something else in a regular expression.
    expect(smashed('smash', 'c++', 'break').map(({ text }) => text)).toEqual(['in every state: break']);
    // Of several rules for the same event each is called by its condition, too: two lines with the same words would say nothing.
    const { isNearest, listed } = listFor('What happens to a report when the phone has no network?');
    expect([isNearest, listed[0]]).toEqual([
      false,
      ['report', expect.stringMatching(/^submitted\.underWay: Submission updated \[.+\]$/), 'kept'],
    ]);
  });

  it('lists first what has words of both things of which a question asks', () => {
    const { isNearest, listed } = listFor('what happens when the network is lost while a photo is uploading?');
    expect([isNearest, listed]).toEqual([false, [['submission', 'uploading']]]);
    // However telling the words of one thing are, what has words of both comes first, also if nothing has all.
    const found = listFor('what if an upload fails while the giraffe prints a pick list').listed.flat();
    expect(found[1]).toBe('shown.paper.printing: Print page: failed');
    expect(found).toContain('shown.paper.idle: Print pick list');
    // Who may do something is said first.
    const [first] = listFor('who may close a case, and what if the network fails meanwhile').listed;
    expect(first).toEqual([
      'incidentLifecycle',
      'REPORTED: Close Incident | who may: Rescue captain, Admin, Super admin',
    ]);
  });

  it('lists what has the most telling words if nothing has all of them', () => {
    const { isNearest, unknown, listed } = listFor('What happens to a report when the giraffe has no network?');
    expect([isNearest, unknown]).toEqual([true, ['giraffe']]);
    // Nothing is near that has only the most usual word.
    expect(listed.find(([chart]) => chart === 'report')).toEqual([
      'report',
      'kept',
      expect.stringMatching(/^submitted\.underWay: /),
    ]);
    expect(listFor('animal giraffe')).toMatchObject({ isNearest: true, unknown: ['giraffe'] });
    expect(listFor('xylophone')).toEqual({ isNearest: true, unknown: ['xylophone'], listed: [] });
  });
});
