import { readFileSync } from 'node:fs';
import { parseSync } from 'vite';
import { expect, it } from 'vitest';
import { filesBelow } from './imports';

const folders = ['contract', 'rules', 'machines', 'views', 'wiring', 'services'].map((name) => `src/${name}`);
const isSentence = (text: string) => text.length >= 20 && text.includes(' ') && /[.…!]$/.test(text);

type Node = { readonly type: string; readonly [field: string]: unknown };
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value;
/** The `description` of a state or transition is for the workbench. Members never see it. */
const isDescription = ({ type, key }: Node) => type === 'Property' && isNode(key) && key.name === 'description';

/** What is typed in this node itself: a string, a part of a template, or text between tags. */
function typedIn({ type, value }: Node): string[] {
  if (type === 'TemplateElement') return [(value as { cooked: string }).cooked];
  return (type === 'Literal' || type === 'JSXText') && typeof value === 'string' ? [value] : [];
}

/** All texts that are typed in this node and below it. */
function textsIn(node: Node): string[] {
  if (isDescription(node)) return [];
  const below = Object.values(node).flat().filter(isNode);
  return [...typedIn(node), ...below.flatMap(textsIn)];
}

function sentencesOf(file: string): string[] {
  const { program } = parseSync(file, readFileSync(file, 'utf8'), { lang: file.endsWith('.tsx') ? 'tsx' : 'ts' });
  const texts = textsIn(program as unknown as Node).map((text) => text.replace(/\s+/g, ' ').trim());
  return [...new Set(texts.filter(isSentence))];
}

it('a sentence for members is typed in one file only: the others import it', () => {
  const places = new Map<string, string[]>();
  for (const file of folders.flatMap((folder) => filesBelow(folder, '.ts', '.tsx')))
    for (const sentence of sentencesOf(file)) places.set(sentence, [...(places.get(sentence) ?? []), file]);
  expect(places.size).toBeGreaterThan(300);
  expect([...places].filter(([, files]) => files.length > 1)).toEqual([]);
});
