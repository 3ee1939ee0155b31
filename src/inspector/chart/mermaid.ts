import type { ChartModel, StateModel } from './model';
import { causeTitle, conditionWords, markedName, placeWords } from './words';

/** A chart as the source of a Mermaid state diagram, for use in documents. */
export function mermaidOf({ states, transitions }: ChartModel): string {
  const key = (id: string) => (id === '' ? 'root' : id.replaceAll('.', '__'));
  const lines = ['stateDiagram-v2'];
  const write = (parent: StateModel, indent: string): void => {
    const inner = states.filter((state) => state.parent === parent.id);
    for (const [index, state] of inner.entries()) {
      if (parent.type === 'parallel' && index > 0) lines.push(`${indent}--`);
      if (state.isInitial) lines.push(`${indent}[*] --> ${key(state.id)}`);
      const holds = states.some((other) => other.parent === state.id);
      lines.push(`${indent}state "${markedName(state)}" as ${key(state.id)}${holds ? ' {' : ''}`);
      if (holds) {
        write(state, `${indent}  `);
        lines.push(`${indent}}`);
      }
      if (state.target !== null) lines.push(`${indent}${key(state.id)} --> ${key(state.target)}`);
      if (state.type === 'final') lines.push(`${indent}${key(state.id)} --> [*]`);
    }
  };
  const [root] = states;
  if (root) write(root, '  ');
  // The notation has nothing for the transitions of the chart itself, so they start in a state of their own.
  if (transitions.some(({ source }) => source === '')) lines.push(`  state "${placeWords('')}" as ${key('')}`);
  for (const transition of transitions) {
    const condition = conditionWords(transition);
    const guard = condition === null ? '' : ` [${condition}]`;
    const targets = transition.targets.length > 0 ? transition.targets : [transition.source];
    for (const target of targets)
      lines.push(
        `  ${key(transition.source)} --> ${key(target)} : ${`${causeTitle(transition)}${guard}`.replaceAll(':', ' ')}`,
      );
  }
  return `${lines.join('\n')}\n`;
}
