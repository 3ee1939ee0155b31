import type { Plugin } from 'vite';

/** A node of a syntax tree, as far as this needs to know it. */
interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value;

/** Words that are written out. What is computed is no description of a chart: an incident has a description, too. */
const isWritten = (value: Node): boolean =>
  value.type === 'Literal' ||
  (value.type === 'TemplateLiteral' && (value.expressions as Node[]).length === 0) ||
  (value.type === 'BinaryExpression' && isWritten(value.left as Node) && isWritten(value.right as Node));

/** Where the words of all properties named `description` stand. */
function descriptionsIn(node: Node): Node[] {
  if (node.type === 'Property' && (node.key as Node).name === 'description' && isWritten(node.value as Node))
    return [node.value as Node];
  return Object.values(node).flat().filter(isNode).flatMap(descriptionsIn);
}

/** Marks the copies of the charts that keep their words: those that the catalogue leads to. */
const DESCRIBED = '?described';

/**
 * The descriptions of the charts are written for people who read the rules, not for members on a poor connection, and they are a
 * good part of a chart. The app's own copies go without; what the catalogue imports, for the rules workbench, keeps them.
 */
export const undescribed: Plugin = {
  name: 'undescribed',
  apply: 'build',
  enforce: 'post',
  resolveId: {
    order: 'pre',
    async handler(source, importer) {
      if (!importer || !/src\/machines\/(catalogue\.ts|.*\?described)$/.test(importer)) return null;
      const found = await this.resolve(source, importer.replace(DESCRIBED, ''), { skipSelf: true });
      return found && /src\/machines\//.test(found.id) ? found.id + DESCRIBED : found;
    },
  },
  transform: {
    filter: { id: /src\/machines\/[^?]*\.ts$/ },
    handler(code) {
      const found = descriptionsIn(this.parse(code) as unknown as Node).reverse();
      return found.reduce((left, { start, end }) => `${left.slice(0, start)}''${left.slice(end)}`, code);
    },
  },
};
