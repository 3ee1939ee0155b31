import { basename } from 'node:path';
import { describe, expect, it } from 'vitest';
import { catalogue } from '../../src/machines/catalogue';
import { filesBelow, importsOf } from './imports';

describe('the catalogue of charts', () => {
  it('holds every chart, each under the name of its file', () => {
    const files = filesBelow('src/machines', '.machine.ts').map((file) => basename(file, '.machine.ts'));
    const ids = catalogue.map(({ machine }) => machine.id.replace(/Lifecycle$/, ''));
    expect(files.length).toBeGreaterThan(0);
    expect(ids.toSorted()).toEqual(files.toSorted());
  });

  it('says what each chart is and which part of the specification it comes from', () => {
    expect(catalogue.filter(({ title, source }) => !title || !/S[12] §\d|[Dd]ecisions? \d/.test(source))).toEqual([]);
    expect(new Set(catalogue.map(({ title }) => title)).size).toBe(catalogue.length);
  });

  it('is no part of the app itself', () => {
    const using = filesBelow('src', '.ts', '.tsx')
      .filter((file) => !file.startsWith('src/inspector/'))
      .flatMap(importsOf)
      .filter(({ to }) => to === 'src/machines/catalogue');
    expect(using).toEqual([]);
  });
});
