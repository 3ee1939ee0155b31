import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { decisionIn, piecesOf } from '../../../src/inspector/chart/decisions';
import { readChart } from '../../../src/inspector/chart/model';
import { catalogue } from '../../../src/machines/catalogue';

it('the decisions that a text cites are told from its other words', () => {
  const words = (text: string) => ({ words: text });
  expect(piecesOf('Stock goes down. S2 §4, DECISIONS 32, P7 · DECISIONS 1.')).toEqual([
    words('Stock goes down. S2 §4, DECISIONS '),
    { decision: '32' },
    words(', '),
    { decision: 'P7' },
    words(' · DECISIONS '),
    { decision: '1' },
    words('.'),
  ]);
  expect([piecesOf('5 photos, S2 §4'), piecesOf('')]).toEqual([[words('5 photos, S2 §4')], []]);
});

it('a decision is read with all its lines, and without what follows', () => {
  const page = '# D\n\n- **2.** Two,\n   on two lines.\n- **22.** Many.\n\n## W\n\n- **W2.** Last.\n';
  expect(['2', '22', 'W2', '3'].map((name) => decisionIn(page, name))).toEqual([
    'Two, on two lines.',
    'Many.',
    'Last.',
    null,
  ]);
});

it("every decision that the app's charts cite can be read", () => {
  const page = readFileSync('docs/decisions.md', 'utf8');
  const cited = catalogue.flatMap(({ machine, source }) => {
    const { states, transitions, forbidding = [] } = readChart(machine);
    const texts = [source, ...[...states, ...transitions, ...forbidding].map(({ description }) => description)];
    return texts.flatMap(piecesOf).flatMap((piece) => ('decision' in piece ? piece.decision : []));
  });
  expect(new Set(cited).size).toBeGreaterThan(50);
  expect(cited.filter((name) => (decisionIn(page, name) ?? '').length < 20)).toEqual([]);
});
